"""Players for the environment. They run from the checkout and are not part of the installed package."""

from .registry import make, names

__all__ = ["make", "names"]

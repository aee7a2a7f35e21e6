"""Players for the environment. They run from the checkout and are not part of the installed package."""

from .random import RandomAgent

__all__ = ["RandomAgent"]

"""The environment under its versioned name: `saboteur_v0.env(...)`, `saboteur_v0.raw_env(...)`."""

from .checked import env
from .env import raw_env

__all__ = ["env", "raw_env"]


def _register() -> None:
    """Enter the environment into PettingZoo's registry, where the installed version has one."""
    try:
        from pettingzoo import aec_registry, register
    except ImportError:
        return
    if "saboteur-v0" not in aec_registry:
        register("aec", "saboteur-v0", entry_point="saboteur_env.saboteur_v0:env")


_register()

"""The learned agent: a network of `python -m train`, played without the trainer. Needs torch."""

from pathlib import Path

from ..protocol import Agent


def policy(name: str, seed: int | None, path: str | Path | None = None, best: bool = False) -> Agent:
    """The agent that plays as a run has learned, see `agent.PolicyAgent`; only then torch is imported.

    Raises:
        ModuleNotFoundError: torch is not installed.
        FileNotFoundError: the folder holds no network.
        ValueError: no folder is named, its network is damaged or another version's, `best` is neither True nor False.
    """
    if path is None:
        raise ValueError('the agent policy needs the folder of a run of `python -m train`: "policy:path=runs/…"')
    try:
        from .agent import PolicyAgent
    except ModuleNotFoundError as error:
        if error.name != "torch":
            raise
        raise ModuleNotFoundError('the agent policy needs torch: pip install -e ".[policy]"', name="torch") from None
    return PolicyAgent(name, str(path), best, seed)

"""What a network or an agent of your own is shown: the codes of a seat's observation, and its legal actions."""

import numpy as np

from saboteur_env.core.actions import ACTIONS
from saboteur_env.core.pieces import CHANGE, OBSERVATION
from saboteur_env.information import Information
from saboteur_env.spaces import Options, observation_size

from .core.look import look_all
from .protocol import check_measured

OPTIONS = Options(distances=True, changes=True)

_SIZE, _WITHOUT_CHANGES = observation_size(OPTIONS), OBSERVATION.itemsize


def observe(known: Information) -> tuple[np.ndarray, np.ndarray]:
    """What n seats to decide observe and may do.

    Returns:
        (n, size) int8 codes under `OPTIONS`; (n, actions) int8, 1 for each legal action, else 0.

    Raises:
        ValueError: the distances to the goals are not measured in one of the games.
    """
    check_measured(known)
    n = len(known)
    codes, masks = np.empty((n, _SIZE), np.int8), np.empty((n, ACTIONS), np.int8)
    records = codes[:, :_WITHOUT_CHANGES].view(OBSERVATION)[:, 0]
    changes = codes[:, _WITHOUT_CHANGES:].view(CHANGE)
    look_all(known.public, known.rows, known.private, known.rules, known.which, codes, records, changes, masks)
    return codes, masks

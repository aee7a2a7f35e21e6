"""How good the beliefs of an observer are, in a row of numbers."""

from math import log

import numpy as np

from saboteur_env.core.cards import GOALS, SABOTEUR, TREASURE
from saboteur_env.core.layout import SEATS

from .metrics import SMALLEST, auc, auc_interval, auc_within, brier, calibration_error, entropy, log_loss
from .play import Played
from .rows import clustered, mean
from .tables import Row

GOAL_PRIOR = log(GOALS), (GOALS - 1) / GOALS  # log-loss and Brier score of "each equally"


def scored(views: np.ndarray, played: Played, prior: float, seed: int) -> Row:
    """The numbers for some situations.

    Args:
        views: (v,) VIEW, v > 0.
        played: the games they are of.
        prior: how likely another seat is a saboteur before anything is played.
        seed: fixes the resampling of deals.
    """
    return {
        "situations": len(views),
        "rounds": len(np.unique(views["game"])),
        **_roles(views, played.outcomes, prior, seed),
        **_goals(views, played.goals),
    }


def _roles(views: np.ndarray, outcomes: np.ndarray, prior: float, seed: int) -> Row:
    """Whether the other seats are saboteurs."""
    roles, seats = outcomes["roles"][views["game"], 0], np.arange(SEATS)
    others = (roles >= 0) & (seats != views["seat"][:, None])
    truths, held = (roles == SABOTEUR).astype(np.int64), views["saboteur"]
    p, truth = held[others], truths[others]
    deals = np.broadcast_to(outcomes["deal"][views["game"]][:, None], others.shape)[others]
    loss, error = log_loss(p, truth), brier(p, truth)
    ends = auc_interval(p, truth, deals, seed) or (None, None)
    prior_loss, prior_error = entropy(prior), prior * (1 - prior)
    return {
        "log_loss": float(loss.mean()),
        **clustered("log_loss_", loss, deals, seed),
        "prior": prior,
        "prior_log_loss": prior_loss,
        "skill": 1 - float(loss.mean()) / prior_loss,
        "brier": float(error.mean()),
        "prior_brier": prior_error,
        "brier_skill": 1 - float(error.mean()) / prior_error,
        "auc": auc(p, truth),
        "auc_low": ends[0],
        "auc_high": ends[1],
        "auc_within": auc_within(held, truths, others),
        "calibration_error": calibration_error(p, truth),
        "calibration_error_mass": calibration_error(p, truth, equal_mass=True),
        "belief_saboteurs": mean(p[truth == 1]),
        "belief_miners": mean(p[truth == 0]),
    }


def _goals(views: np.ndarray, goals: np.ndarray) -> Row:
    """Which goal is the treasure: everywhere, and where all goals lie face down and the seat has looked at none."""
    truth = goals[views["game"]] == TREASURE
    loss = -np.log(np.maximum(views["treasure"][truth], SMALLEST))
    error = ((views["treasure"] - truth) ** 2).sum(1)
    unseen = views["unseen"]
    return {
        **_against_prior("", loss, error),
        "unseen": int(unseen.sum()),
        **_against_prior("_unseen", loss[unseen], error[unseen]),
    }


def _against_prior(end: str, loss: np.ndarray, error: np.ndarray) -> Row:
    found = mean(loss), mean(error)
    skill = None if found[0] is None else 1 - found[0] / GOAL_PRIOR[0]
    return {f"goal_log_loss{end}": found[0], f"goal_brier{end}": found[1], f"goal_skill{end}": skill}

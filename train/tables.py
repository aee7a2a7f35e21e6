"""The games that are played to learn from: who sits where, and how all but the learner answer."""

import json
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
import torch

from agents.observation import OPTIONS
from agents.protocol import drawn
from saboteur_env.core.cards import MINER, ROLES, SABOTEUR
from saboteur_env.core.layout import GAME, SEATS
from saboteur_env.rules import Setup
from saboteur_env.turns import Turn
from saboteur_env.vector import Batch

from .opponents import LEARNER, MIXED, PAST, Shares, make_scripted, numbers
from .population import Population

NOBODY = -1


class Ended(NamedTuple):
    """Rounds that ended in a step.

    Attributes:
        reached: (n,) bool: whether the miners won.
        kinds: (n, roles) int64: the kind of players who played each role, MIXED for several.
        members: (n, roles) int64: the earlier state of the learner that did, or NOBODY.
    """

    reached: np.ndarray
    kinds: np.ndarray
    members: np.ndarray


class Tables:
    """Games side by side; who sits where is drawn for each when its round begins.

    Args:
        setups: of each game.
        reward: "team", "gold" or "win".
        shares: how tables are filled.
        population: earlier states of the learner.
        chance: of deals, line-ups, and the answers of all but the learner.

    Attributes:
        batch: the games.
        turn: what is to be decided now.
        who: (n, seats) int64: the kind of player in each seat.
    """

    def __init__(
        self,
        setups: Sequence[Setup],
        reward: str,
        shares: Shares,
        population: Population,
        chance: np.random.Generator,
    ) -> None:
        self.batch = Batch(len(setups), setups, OPTIONS, reward, dtype="int8")
        self.shares, self.population, self.chance = shares, population, chance
        self.scripted = make_scripted()
        self.turn = self.batch.reset(int(chance.integers(2**63)))
        self.who = np.zeros((len(setups), SEATS), np.int64)
        self.members = np.full((len(setups), len(ROLES)), NOBODY)
        self.called = [NOBODY] * len(ROLES)
        self.seat_all()

    def __len__(self) -> int:
        return len(self.who)

    # -- line-ups ---------------------------------------------------------------------------------------

    def roles(self) -> np.ndarray:
        """(n, seats) int8: the roles of all seats."""
        return self.batch.games["private"]["role"]

    def call(self) -> None:
        """Choose which earlier states play at the rounds that begin from now on."""
        if len(self.population):
            self.called = [self.population.draw(role, self.chance) for role in range(len(ROLES))]

    def seat_all(self) -> None:
        """Draw anew who sits where, at all tables."""
        self._seat(np.arange(len(self)))

    def _seat(self, slots: np.ndarray) -> None:
        """Draw who sits where in rounds that begin."""
        roles, shares, kind = self.roles()[slots], self.shares, self.chance.random(len(slots))
        scripted, past = kind < shares.scripted, (kind >= shares.scripted) & (kind < shares.scripted + shares.past)
        theirs = self._side(scripted)[:, None]
        guests = (scripted & (self.chance.random(len(slots)) < shares.guests))[:, None]
        guest = guests & (self.chance.random(roles.shape) < 0.5)
        who = np.where((scripted[:, None] & (roles == theirs)) | guest, self._scripted(roles), LEARNER)
        past &= self.called[0] != NOBODY
        self.who[slots] = np.where(past[:, None] & (roles == theirs), PAST, who)
        played = np.stack([(roles == role).any(1) for role in range(len(ROLES))], 1)
        who_plays = past[:, None] & played & (np.arange(len(ROLES)) == theirs)
        self.members[slots] = np.where(who_plays, self.called, NOBODY)

    def _side(self, scripted: np.ndarray) -> np.ndarray:
        """(n,) int64: the role of the side that others have, at tables with scripted players and without."""
        if self.shares.side is not None:
            return np.full(len(scripted), self.shares.side)
        miners = np.where(scripted, self.shares.scripted_miners, 0.5)
        return np.where(self.chance.random(len(scripted)) < miners, MINER, SABOTEUR)

    def _scripted(self, roles: np.ndarray) -> np.ndarray:
        """(n, seats) int64: scripted players for all seats: mostly all of a side are of one kind."""
        out = np.zeros(roles.shape, np.int64)
        for role in range(len(ROLES)):
            names, shares = numbers(role)
            one = self.chance.choice(names, p=shares, size=(len(roles), 1))
            each = self.chance.choice(names, p=shares, size=roles.shape)
            mixed = self.chance.random((len(roles), 1)) < 0.25
            out = np.where(roles == role, np.where(mixed, each, one), out)
        return out

    # -- play -------------------------------------------------------------------------------------------

    def learners(self) -> np.ndarray:
        """(k,) int64: the slots in which the learner decides."""
        return np.flatnonzero(self._deciding() == LEARNER)

    def _deciding(self) -> np.ndarray:
        """(n,) int64: the kind of player to decide."""
        return self.who[np.arange(len(self)), self.turn.seats]

    def step(self, slots: np.ndarray, actions: np.ndarray) -> tuple[Turn, Ended]:
        """Carry out the learner's actions in its slots, and everybody else's in theirs."""
        everyone = np.empty(len(self), np.int64)
        everyone[slots] = actions
        deciding = self._deciding()
        for kind in np.unique(deciding[deciding != LEARNER]):
            rows = np.flatnonzero(deciding == kind)
            everyone[rows] = self._past(rows) if kind == PAST else self._answers(kind, rows)
        others = np.flatnonzero((deciding != LEARNER) & (self.chance.random(len(self)) < self.shares.noise))
        everyone[others] = self.turn.pick(self.chance.random(len(self)))[others]
        self.turn = self.batch.step(everyone, check=False)
        over = np.flatnonzero(self.turn.reached >= 0)
        ended = self._ended(over)
        self._seat(over)
        return self.turn, ended

    def _answers(self, kind: int, rows: np.ndarray) -> np.ndarray:
        """(k,) int64: what scripted players of a kind choose."""
        words = self.chance.integers(2**64, size=len(rows), dtype=np.uint64)
        return self.scripted[kind].act_all(self.batch.information(self.turn.seats, rows), words)

    def _past(self, rows: np.ndarray) -> np.ndarray:
        """(k,) int64: what earlier states of the learner choose."""
        words = self.chance.integers(2**64, size=len(rows), dtype=np.uint64)
        members = self.members[rows].max(1)
        out = np.empty(len(rows), np.int64)
        for member in np.unique(members):
            theirs = np.flatnonzero(members == member)
            observed, masks = self.turn.observations[rows[theirs]], self.turn.masks[rows[theirs]]
            with torch.no_grad():
                choices, _ = self.population.members[member].network(
                    torch.from_numpy(observed), torch.from_numpy(masks).bool()
                )
            columns = drawn(choices.logits.double().softmax(1).numpy(), words[theirs])
            out[theirs] = choices.ids.numpy()[np.arange(len(theirs)), columns]
        return out

    def _ended(self, slots: np.ndarray) -> Ended:
        """The rounds that ended in some slots."""
        kinds, roles = np.empty((len(slots), len(ROLES)), np.int64), self.turn.roles[slots]
        for role in range(len(ROLES)):
            most = np.where(roles == role, self.who[slots], NOBODY).max(1)
            least = np.where(roles == role, self.who[slots], MIXED).min(1)
            kinds[:, role] = np.where(most == least, most, MIXED)
        return Ended(self.turn.reached[slots] > 0, kinds, self.members[slots])

    # -- checkpoints ------------------------------------------------------------------------------------

    def state(self) -> dict[str, Any]:
        """What a checkpoint keeps."""
        return {
            "games": torch.from_numpy(self.batch.games.view(np.uint8).copy()),
            "who": torch.from_numpy(self.who.copy()),
            "members": torch.from_numpy(self.members.copy()),
            "called": list(self.called),
            "chance": json.dumps(self.chance.bit_generator.state),  # its integers are longer than a tensor's
        }

    def restore(self, state: dict[str, Any]) -> None:
        """Become what a checkpoint kept."""
        self.turn = self.batch.resume(state["games"].numpy().view(GAME).ravel())
        self.who, self.members = state["who"].numpy(), state["members"].numpy()
        self.called = list(state["called"])
        self.chance.bit_generator.state = json.loads(state["chance"])

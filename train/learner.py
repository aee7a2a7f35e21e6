"""The learner: actor, critic, and one update of both."""

from collections.abc import Iterator
from copy import deepcopy
from typing import Any, NamedTuple

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional as F

from agents.observation import OPTIONS
from agents.policy.network import Network
from agents.policy.parts import NEVER
from saboteur_env.core.cards import MINER

from .config import Config, Pace
from .critic import Critic
from .processes import Processes


class Seats(NamedTuple):
    """What is known of n decisions before they are made.

    Attributes:
        codes, masks: (n, …) int8: what the seat observes, and what is legal.
        sights: (n, …) int8: what the critic sees.
        roles: (n,) int64.
    """

    codes: Tensor
    masks: Tensor
    sights: Tensor
    roles: Tensor


class Decisions(NamedTuple):
    """n decisions of the learner, and what is learned from them.

    Attributes:
        seats: what was known before.
        actions: (n,) int64.
        logs: (n,) float32: the logarithm of the probability with which the action was drawn.
        saboteurs: (n, others) bool: who among the others, clockwise, is a saboteur.
        treasure: (n,) int64: the goal that is the treasure.
        advantages: (n,) float32: by how much the action did better than expected, in units of its role.
        returns: (n,) float32: what the critic should have said.
    """

    seats: Seats
    actions: Tensor
    logs: Tensor
    saboteurs: Tensor
    treasure: Tensor
    advantages: Tensor
    returns: Tensor

    def rows(self, index: Tensor) -> "Decisions":
        """Some of them."""
        seats = Seats(*(values[index] for values in self.seats))
        return Decisions(seats, *(values[index] for values in self[1:]))


class Learner:
    """Plays, judges and learns.

    Args:
        config: of the run.
        processes: that learn together.
    """

    def __init__(self, config: Config, processes: Processes) -> None:
        self.config, self.processes = config, processes
        self.by_team = config.reward == "team"
        self.by_role = self.by_team and config.stealth_coef > 0  # then the teams' rewards are not each other's mirror
        torch.manual_seed(config.seed)  # first weights: alike in all processes
        self.network = Network(OPTIONS, config.design())
        self.critic = Critic(self.network.design.trunk, sees=config.critic == "all-seeing")
        self.magnet = deepcopy(self.network).requires_grad_(False) if config.algo == "mmd" else None
        self.parameters = [*self.network.parameters(), *self.critic.parameters()]
        self.optimizer = torch.optim.Adam(self.parameters, config.learning_rate, eps=1e-5)
        self.chance = torch.Generator().manual_seed(config.seed * 1009 + processes.rank)

    # -- playing ----------------------------------------------------------------------------------------

    def begin_with(self, network: Network) -> None:
        """Take over the weights of a network.

        Raises:
            ValueError: it is of another design.
        """
        self.config.check_beginning(network.design)
        self.network.load_state_dict(network.state_dict())
        self.move_magnet(1.0)

    def suspicion(self, seats: Seats, saboteurs: Tensor) -> np.ndarray:
        """(n,) float32: how sure seats are of the true saboteurs among the (n, others), on average.

        0 is no surer than the deal alone makes them, 1 is certain; saboteurs suspect nobody.
        """
        with torch.no_grad():
            beliefs = self.network.believe(seats.codes, self.network.encoder(seats.codes))
        guilty = saboteurs[:, : beliefs.seated.shape[1]]
        sure, prior = (
            (told.marginals() * guilty).sum(1) / guilty.sum(1).clamp(min=1)
            for told in (beliefs, beliefs.before_all())
        )
        gained = ((sure - prior) / (1 - prior).clamp(min=1e-6)).clamp(min=0)
        return torch.where(seats.roles == MINER, gained, 0.0).numpy()

    def act(self, seats: Seats) -> tuple[Tensor, Tensor, Tensor]:
        """(n,) actions drawn, (n,) logarithms of their probabilities, (n,) values."""
        if not len(seats.codes):
            return torch.zeros(0, dtype=torch.int64), torch.zeros(0), torch.zeros(0)
        with torch.no_grad():
            choices, state = self.network(seats.codes, seats.masks.bool())
            logs = choices.logits.log_softmax(1)
            column = torch.multinomial(logs.exp(), 1, generator=self.chance)
            values = self.critic(state.whole, self._judged_as(seats.roles), seats.sights)
        return choices.ids.gather(1, column).squeeze(1), logs.gather(1, column).squeeze(1), values

    def values(self, codes: Tensor, sights: Tensor, roles: Tensor) -> Tensor:
        """(n,): what the critic says of seats, also of such that do not decide."""
        with torch.no_grad():
            return self.critic(self.network.encoder(codes).whole, self._judged_as(roles), sights)

    def _judged_as(self, roles: Tensor) -> Tensor:
        """For whose sake the critic judges: where teams' rewards mirror each other always for the miners'."""
        return torch.full_like(roles, MINER) if self.by_team and not self.by_role else roles

    # -- learning ---------------------------------------------------------------------------------------

    def update(self, decisions: Decisions, pace: Pace) -> dict[str, float]:
        """Learn from decisions; the means of what was measured on the way, nothing where a process has no decision."""
        self.optimizer.param_groups[0]["lr"] = pace.learning_rate
        measured: dict[str, list[float]] = {}
        for _ in range(self.config.epochs):
            for rows in self._minibatches(len(decisions.actions)):
                loss, figures = self._loss(decisions.rows(rows), pace.entropy)
                norm = self._descend(loss)
                for name, value in {**figures, "loss/gradient": norm}.items():
                    measured.setdefault(name, []).append(float(value))
        self.move_magnet(self.config.magnet_speed)
        return {name: float(np.mean(values)) for name, values in measured.items()}

    def imitate(self, codes: Tensor, masks: Tensor, actions: Tensor) -> float:
        """Learn to do what others did in (n, size) observations; the mean loss."""
        losses = []
        for rows in self._minibatches(len(actions)):
            choices, _ = self.network(codes[rows], masks[rows].bool())
            column = choices.ranks.gather(1, actions[rows, None]).long()
            loss = F.nll_loss(choices.logits.log_softmax(1), column.squeeze(1))
            self._descend(loss)
            losses.append(float(loss.detach()))
        return float(np.mean(losses))

    def _descend(self, loss: Tensor) -> Tensor:
        """Take a step by the mean gradient of all processes; its norm."""
        self.optimizer.zero_grad()
        loss.backward()
        # What has no part in the loss has no gradient, in any process.
        self.processes.average([values.grad for values in self.parameters if values.grad is not None])
        norm = nn.utils.clip_grad_norm_(self.parameters, self.config.longest_gradient)
        self.optimizer.step()
        return norm

    def _minibatches(self, count: int) -> Iterator[Tensor]:
        """Rows of all decisions, shuffled and cut into as many parts in every process, none of them empty."""
        least = self.processes.lowest(count)
        parts = min(max(1, round(self.processes.highest(count) / self.config.minibatch)), least)
        if parts == 0:
            return iter(())
        return iter(torch.randperm(count, generator=self.chance).tensor_split(parts))

    def _loss(self, batch: Decisions, entropy_weight: float) -> tuple[Tensor, dict[str, Tensor]]:
        """What is lowered, and what is worth knowing."""
        config, seats = self.config, batch.seats
        choices, state = self.network(seats.codes, seats.masks.bool())
        logs = choices.logits.log_softmax(1)
        column = choices.ranks.gather(1, batch.actions[:, None]).long()
        change = logs.gather(1, column).squeeze(1) - batch.logs
        values = self.critic(state.whole, self._judged_as(seats.roles), seats.sights)
        policy = clipped(change.exp(), batch.advantages, config.clip)
        entropy = entropy_of(logs)
        critic = F.mse_loss(values, batch.returns)
        loss = policy + config.critic_weight * critic
        figures = {
            "loss/policy": policy,
            "loss/critic": critic,
            "policy/entropy": entropy.mean(),
            "policy/kl": (change.exp() - 1 - change).mean(),
            "policy/clipped": ((change.exp() - 1).abs() > config.clip).float().mean(),
            "critic/explained": explained(values, batch.returns),
        }
        if self.magnet is None:
            loss = loss - entropy_weight * entropy.mean()
        else:
            distance = divergence(logs, self._magnet_logs(seats))
            loss = loss + config.magnet * distance
            figures["policy/magnet"] = distance
        if config.auxiliary:
            beliefs = self.network.believe(seats.codes, state)
            others = beliefs.seated.sum(1)
            roles = -(beliefs.log_likelihood(batch.saboteurs[:, : beliefs.seated.shape[1]]) / others).mean()
            treasure = F.nll_loss(beliefs.treasure, batch.treasure)
            loss = loss + config.auxiliary * (roles + treasure)
            figures |= {"belief/roles": roles, "belief/treasure": treasure}
        return loss, {name: value.detach() for name, value in figures.items()}

    def _magnet_logs(self, seats: Seats) -> Tensor:
        with torch.no_grad():
            return self.magnet(seats.codes, seats.masks.bool())[0].logits.log_softmax(1)

    # -- checkpoints ------------------------------------------------------------------------------------

    def state(self) -> dict[str, Any]:
        """What a checkpoint keeps, but for the chance of each process."""
        return {name: part.state_dict() for name, part in self._parts().items()}

    def restore(self, state: dict[str, Any]) -> None:
        """Become what a checkpoint kept."""
        for name, part in self._parts().items():
            part.load_state_dict(deepcopy(state[name]))  # an optimiser would go on in the checkpoint's own tensors

    def _parts(self) -> dict[str, Any]:
        magnet = {"magnet": self.magnet} if self.magnet is not None else {}
        return {"network": self.network, "critic": self.critic, "optimizer": self.optimizer, **magnet}

    def move_magnet(self, share: float) -> None:
        """Let the magnet, if there is one, go such a share of the way to the network."""
        if self.magnet is not None:
            for slow, fast in zip(self.magnet.parameters(), self.network.parameters(), strict=True):
                slow.lerp_(fast.detach(), share)


def clipped(ratio: Tensor, advantages: Tensor, clip: float) -> Tensor:
    """The clipped surrogate of PPO (Schulman et al., 2017), to be lowered."""
    return -torch.minimum(ratio * advantages, ratio.clamp(1 - clip, 1 + clip) * advantages).mean()


def explained(values: Tensor, returns: Tensor) -> Tensor:
    """The share of the variance of returns that values explain, 0 or less where there is none."""
    return 1 - (returns - values).var(correction=0) / returns.var(correction=0).clamp(min=1e-8)


def entropy_of(logs: Tensor) -> Tensor:
    """(n,) in nats, of (n, most) logarithms of probabilities."""
    return -(logs.exp() * logs.clamp(min=NEVER)).sum(1)


def divergence(logs: Tensor, others: Tensor) -> Tensor:
    """The mean Kullback-Leibler divergence of others from a distribution."""
    return (logs.exp() * (logs - others)).sum(1).mean()

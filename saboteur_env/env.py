"""The PettingZoo environment: agents, spaces, rewards. It holds no rule."""

from collections.abc import Mapping
from functools import cached_property
from typing import Any

import gymnasium
import numpy as np
from pettingzoo import AECEnv

from .core.actions import ACTIONS
from .core.cards import MINER
from .game import Game
from .information import Information
from .notation import Move
from .render import render, seat_of
from .rules import Setup
from .spaces import Encoder, Options, action_space, observation_space, state_of, state_space

REWARDS = ("gold", "team", "win")
RENDER_MODES = ("human", "ansi", "rgb_array")


class raw_env(AECEnv):  # noqa: N801 (PettingZoo's name)
    """# Saboteur

    | Import | `from saboteur_env import saboteur_v0` |
    |---|---|
    | Actions | Discrete |
    | Parallel API | No |
    | Manual Control | No |
    | Agents | `agents= ['player_0', ..., 'player_4']` (3 to 10) |
    | Action Shape | Discrete(467) |
    | Observation Shape | (2294,), with optional groups longer, without distances (1911,) |
    | Observation Values | [-1, 1] |

    Miners dig a tunnel from the start to the treasure, which lies under one of three goals; saboteurs, whom nobody
    knows, not even each other, keep them from it. A game has three rounds; roles are dealt anew for each. The
    printed rules are kept to the letter: docs/rules.md.

    ### Parameters

    | Parameter | Default | Meaning |
    |---|---|---|
    | players | 5 | 3 to 10 |
    | edition | "amigo-2025" | or "classic", "999-games" |
    | variants | () | any of "guaranteed-saboteurs", "private-maps", "clockwise-gold", "unpaid-broken", "self-break" |
    | rounds | 3 | 1 to 3 |
    | reward | "gold" | or "team", "win" |
    | render_mode | None | or "ansi", "rgb_array", "human": prints to the terminal after each reset and step |
    | viewer | None | who sees the drawing: None is the agent to decide; a seat or agent; "all" sees everything |
    | history | 0 | how many past events of the round are observed, newest first; at most 86 are logged, so 86 is full recall |
    | distances | True | whether the distance groups are observed |
    | changes | False | whether the change of distance by each placement and rockfall is observed |
    | picture | False | whether a picture of the mine is observed |

    ### Decisions

    An agent decides in one of three phases: *play* a card or pass, *claim* something about a goal after looking at
    a map, *pick* a gold card from the pile. A player without cards is passed over. Seats are `player_0`,
    `player_1`, ... clockwise; in actions and observations they are relative: 0 is oneself, 1 the next clockwise.

    ### Action Space

    | Block | First id | Shape | Slots |
    |---|---|---|---|
    | lay | 0 | 24 × 6 × 2 | frontier cell × hand slot × (unturned, turned) |
    | rockfall | 288 | 40 | laid card |
    | break | 328 | 3 × 10 | tool (pick, lantern, cart) × player |
    | repair | 358 | 9 × 10 | repair card with one of its tools × player |
    | map | 448 | 3 | goal |
    | claim | 451 | 7 | silence, then goal × (treasure, stone) |
    | pass | 458 | 6 | hand slot |
    | pick | 464 | 3 | gold card of 1, 2, 3 nuggets |

    Of equal cards in hand only the first is offered, and of faces that a turn leaves as they are only the unturned.
    Frontier cells are the empty cells that a joined opening faces, sorted by Manhattan distance to the nearest
    face-down goal, then y, then x; laid cards keep the order of laying; the hand is sorted by kind. `move(action)`
    and `action(move)` translate to and from words.

    ### Observation Space

    A dictionary: `observation`, flat float32, and `action_mask`, int8, 1 for each legal action of the agent that
    decides, all 0 for others. A piece of the observation is a whole number divided by its scale;
    `saboteur_env.spaces.view(observation, options)` names the pieces. x grows east, y grows south, the start is (0, 0).
    Slots that hold nothing are 0.

    | Piece | Shape | Scale | Meaning |
    |---|---|---|---|
    | me.role | 2 | 1 | own role: miner, saboteur |
    | me.phase | 3 | 1 | own decision: play, claim, pick; zeros when another seat decides |
    | me.hand | 6 × 27 | 1 | the card in each hand slot, one-hot by kind |
    | me.known | 3 × 2 | 1 | what own maps showed of each goal: treasure, stone |
    | me.gold | 3 | 16 | own gold cards of 1, 2, 3 nuggets |
    | me.pile | 3 | 10 | gold cards of 1, 2, 3 nuggets in the pile to pick from |
    | me.discarded | 27 | 6 | own cards passed face down this round, by kind |
    | table.deck | 1 | 67 | cards left to draw |
    | table.rounds_played | 3 | 1 | rounds played before this one: 0, 1, 2 |
    | table.rounds_left | 3 | 1 | rounds that follow this one: 0, 1, 2 |
    | table.pile | 1 | 10 | gold cards left in the pile |
    | table.discards | 27 | 6 | cards discarded face up this round, by kind |
    | table.pool | 2 | 7 | role cards shuffled: miners, saboteurs |
    | table.rules | 8 | 1 | a role is left over; claims; self-break; unpaid-broken; pile by players; pile clockwise; round ends when nobody can play; last path card decides the starter |
    | table.reached | 3 | 1 | rounds in which the treasure was reached |
    | goals.face | 3 × 3 | 1 | face down, treasure, stone |
    | goals.openings | 3 × 4 | 1 | openings N, E, S, W as it lies, once face up |
    | frontier.present | 24 | 1 | whether the slot holds a cell |
    | frontier.x | 24 | 32 | columns east of the start |
    | frontier.y | 24 | 32 | rows south of the start |
    | frontier.fit | 24 × 4 × 4 | 1 | sides N, E, S, W: free, must be wall, must open, joined (and must open) |
    | laid.present | 40 | 1 | whether the slot holds a card |
    | laid.x | 40 | 32 | columns east of the start |
    | laid.y | 40 | 32 | rows south of the start |
    | laid.openings | 40 × 4 | 1 | openings N, E, S, W |
    | laid.joins | 40 × 6 | 1 | openings joined inside: NE, NS, NW, ES, EW, SW |
    | laid.joined | 40 × 4 | 1 | openings that are joined to the start |
    | players.present | 10 | 1 | whether somebody sits here |
    | players.decides | 10 | 1 | whose decision it is |
    | players.starts | 10 | 1 | who started the round |
    | players.cards | 10 | 6 | cards in hand |
    | players.broken | 10 × 3 | 1 | broken pick, lantern, cart |
    | players.role | 10 × 2 | 1 | the role shown at the end of the round: miner, saboteur |
    | players.past_role | 10 × 3 × 2 | 1 | roles in the rounds played |
    | players.gold_cards | 10 | 27 | gold cards taken from piles |
    | players.picks | 10 | 10 | gold cards taken from this round's pile |
    | players.claims | 10 × 3 × 2 | 1 | newest claim on each goal this round: treasure, stone |
    | players.lays | 10 | 24 | path cards laid this round, dead ends aside |
    | players.dead_ends | 10 | 9 | dead ends laid this round |
    | players.rockfalls | 10 | 3 | rockfalls this round |
    | players.passes | 10 | 24 | passes this round |
    | players.maps | 10 × 3 | 6 | looks at each goal this round |
    | players.breaks | 10 × 10 | 9 | tools broken this round, by victim in relative seats |
    | players.repairs | 10 × 10 | 9 | tools mended this round, by whose they were in relative seats |

    With `distances` (the fewest further cards, through empty cells, to a face-down goal):

    | Piece | Shape | Scale | Meaning |
    |---|---|---|---|
    | distance_goals.now | 3 | 63 | fewest further cards to this goal, 0 face up, 63 no way |
    | distance_frontier.blocked | 24 × 3 | 63 | fewest further cards to each goal if this cell were blocked |
    | distance_frontier.exit | 24 × 4 × 3 | 63 | the same once the tunnel leaves this cell to N, E, S, W |
    | distance_players.nearer | 10 | 126 | own cards shortened the mean distance to the goals: thirds of a card, this round |
    | distance_players.farther | 10 | 126 | own cards lengthened it: thirds of a card, this round |

    With `changes`, `history` (H events) and `picture`:

    | Piece | Shape | Scale | Meaning |
    |---|---|---|---|
    | changes.change | 24 × 6 × 2 | 126 | how many sixths of a card a placement adds to the mean distance to the face-down goals that the player does not know to be stone; 0 where the card does not fit |
    | rockfalls.without | 40 | 126 | the same for taking this card away; 0 unless the player holds a rockfall |
    | history.verb | H × 9 | 1 | lay, rockfall, break, repair, map, claim, pass, pick, reveal |
    | history.seat | H × 10 | 1 | who, in relative seats |
    | history.card | H × 27 | 1 | the card played, or passed by oneself |
    | history.x | H | 32 | cell of a lay or rockfall |
    | history.y | H | 32 | its row |
    | history.turned | H | 1 | the card or the goal lies turned by 180 degrees |
    | history.tool | H × 3 | 1 | tool broken or mended |
    | history.target | H × 10 | 1 | on whom, in relative seats |
    | history.goal | H × 3 | 1 | goal looked at, claimed on or turned over |
    | history.face | H × 3 | 1 | claimed or turned over: treasure; stone, or stone A; stone B |
    | history.pile | H × 3 | 10 | own picks: gold cards of 1, 2, 3 nuggets in the pile |
    | history.worth | H × 3 | 1 | own picks: the gold card taken, 1, 2, 3 nuggets |
    | picture.picture | 16 × 17 × 17 | 1 | planes over x -4..12, y -8..8: face up, openings N E S W, joins NE NS NW ES EW SW, joined N E S W, face-down goal |

    Kinds of cards, in the order of one-hot pieces: `saboteur_env.core.cards.NAMES`. `info` stays empty.

    ### Rewards

    All agents get theirs in the step that ends a round (after the last pick).

    | Reward | At the end of |
    |---|---|
    | gold | a round: the nuggets gained in it |
    | team | a round: miners +1 and saboteurs -1 if the treasure was reached, else the opposite |
    | win | the game: 1, shared by those with the most nuggets |

    ### State and copies

    `state()` is a float32 vector for centralised critics: the observation of `player_0`, then what is hidden
    (`saboteur_env.spaces.STATE_PIECES`: roles, hands, what each seat knows of the goals, the goals, the cards left in
    the deck and the gold of each seat, but not in which order cards will come). `truth()` is everything as JSON. `clone()`, copy, deepcopy and pickle keep the
    game; `get_state()` and `set_state()` do so as bytes; `determinize(agent, seed)` gives a full game that agrees with
    all that an agent knows. `information(agent)` is what an agent knows as records, for players that look at more than
    the observation.

    ### Errors

    An illegal or malformed action raises `IllegalAction` (a `ValueError`) that names it in words and says why; nothing
    has changed. With `env()`, an illegal action of the right form ends the game instead, as PettingZoo's own wrappers
    do: its agent gets -1.

    ### Version History

    * v0: first version
    """

    metadata = {"name": "saboteur_v0", "render_modes": list(RENDER_MODES), "is_parallelizable": False, "render_fps": 2}

    def __init__(
        self,
        players: int = 5,
        edition: str = "amigo-2025",
        variants: tuple[str, ...] = (),
        rounds: int = 3,
        reward: str = "gold",
        render_mode: str | None = None,
        history: int = 0,
        distances: bool = True,
        changes: bool = False,
        picture: bool = False,
        viewer: str | int | None = None,
    ) -> None:
        super().__init__()
        if reward not in REWARDS:
            raise ValueError(f"there is no reward {reward!r}; rewards: {', '.join(REWARDS)}")
        if render_mode is not None and render_mode not in RENDER_MODES:
            raise ValueError(f"there is no render mode {render_mode!r}; modes: {', '.join(RENDER_MODES)}")
        self.game = Game(Setup(players, edition, variants, rounds, distances))
        seat_of(viewer, players)
        self.options = Options(distances, changes, history, picture)
        self.reward, self.render_mode, self.viewer = reward, render_mode, viewer
        self.possible_agents = [f"player_{seat}" for seat in range(players)]
        self.agents: list[str] = []
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self.observation_spaces = dict.fromkeys(self.possible_agents, observation_space(self.options))
        self.action_spaces = {agent: action_space() for agent in self.possible_agents}

    def observation_space(self, agent: str) -> gymnasium.spaces.Space:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> gymnasium.spaces.Space:
        return self.action_spaces[agent]

    @property
    def state_space(self) -> gymnasium.spaces.Box:
        """The space of `state`: float32 in [-1, 1]."""
        return state_space(self.options)

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a new game.

        Args:
            seed: fixes all chance; None goes on from the last game's chance.
            options: `{"deal": deal}` with a deal of the recorded game's format, or a list of one per round, whose
                gold is what play has left by then; other options are ignored, as PettingZoo's own tests ask.

        Raises:
            ValueError: a deal that the rules do not allow, or a seed that is none. The game that was there stays.
        """
        if options is not None and not isinstance(options, Mapping):
            raise ValueError(f"options are a mapping such as {{'deal': deal}}, not {options!r}")
        deals = (options or {}).get("deal", [])
        self.game.reset(seed, deals if isinstance(deals, (list, tuple)) else [deals])
        self._begin()
        if self.render_mode == "human":
            self.render()

    def _begin(self) -> None:
        """All agents are there, nothing is rewarded yet."""
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._rewarded = False
        self._skip_agent_selection = None
        self._look()

    @cached_property
    def _encoder(self) -> Encoder:
        """Never copied: its buffers belong to one environment."""
        return Encoder(self.options)

    def _clear_rewards(self) -> None:
        self.rewards = dict.fromkeys(self.rewards, 0.0)

    def _look(self) -> None:
        """Find who decides."""
        self.agent_selection = self.possible_agents[self.game.seat]

    def observe(self, agent: str) -> dict[str, np.ndarray]:
        """The observation and the action mask of an agent, fresh arrays."""
        decides = agent == self.agent_selection and not self.terminations.get(agent, True)
        mask = self.game.mask() if decides else np.zeros(ACTIONS, np.int8)
        return {"observation": self._encoder.observation(self.game, self._seats[agent]), "action_mask": mask}

    def step(self, action: Any) -> None:
        """Carry out an action of the agent to decide.

        Raises:
            IllegalAction: the action is not legal; the message says why, and nothing has changed.
            ValueError: the next round's deal, given with `reset`, contradicts this game. Nothing has changed.
        """
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        ended = self.game.step(action)
        self._cumulative_rewards[agent] = 0.0
        if self._rewarded:
            self._clear_rewards()
        self._rewarded = ended
        if ended:
            self.rewards = self._rewards(self.game.round_index - 1)
            self._accumulate_rewards()
        if ended and self.game.is_over:
            self.terminations = dict.fromkeys(self.agents, True)
            self._deads_step_first()
        else:
            self._look()
        if self.render_mode == "human":
            self.render()

    def lose(self, agent: str) -> None:
        """End the game for all, truncated, because an agent did what is not allowed: it gets -1, the others 0."""
        self._clear_rewards()
        self.rewards[agent] = -1.0
        self._cumulative_rewards[agent] = 0.0
        self._accumulate_rewards()
        self.terminations = dict.fromkeys(self.agents, True)
        self.truncations = dict.fromkeys(self.agents, True)
        self._deads_step_first()

    def _rewards(self, number: int) -> dict[str, float]:
        """What each agent gets for a round that has ended."""
        game = self.game
        if self.reward == "gold":
            values = game.games[0].hidden.gains[number]
        elif self.reward == "team":
            past = game.public.past[number]
            values = np.where((past.roles == MINER) == bool(past.reached), 1, -1)
        else:
            winners = game.winners() if game.is_over else []
            values = [1 / len(winners) if seat in winners else 0 for seat in range(game.setup.players)]
        return {agent: float(values[seat]) for agent, seat in self._seats.items()}

    def render(self) -> Any:
        """A drawing of the game; see `saboteur_env.render`. Without a render mode: None."""
        return render(self.game, self.render_mode, self.viewer)

    def close(self) -> None:
        """Nothing is held open."""

    def state(self) -> np.ndarray:
        """What `player_0` observes and all that is hidden but for orders, float32; never for an agent.

        Raises:
            ValueError: no round is dealt yet.
        """
        return state_of(self.game, self._encoder)

    # -- beyond PettingZoo ------------------------------------------------------------------------------

    def legal_moves(self) -> list[Move]:
        """The legal moves of the agent to decide, in the order of their action ids."""
        return self.game.legal_moves()

    def move(self, action: int) -> Move:
        """The move of a legal action, in the format of the recorded game."""
        return self.game.move(action)

    def action(self, move: Move) -> int:
        """The action of a legal move."""
        return self.game.action(move)

    def truth(self) -> dict[str, Any]:
        """Everything, as JSON; never for an agent."""
        return self.game.truth()

    def determinize(self, agent: str, seed: int) -> "raw_env":
        """A copy that agrees with all that an agent knows; everything hidden from it is drawn anew.

        Raises:
            ValueError: there is no such agent, no game has begun, or it is over.
        """
        twin = self.clone()
        twin.game = self.game.determinize(self._seat_of(agent), seed)
        return twin

    def information(self, agent: str) -> Information:
        """What an agent knows as records, a copy, for players that look at more than the observation.

        Raises:
            ValueError: there is no such agent, or no game has begun.
        """
        return self.game.information(self._seat_of(agent))

    def _seat_of(self, agent: str) -> int:
        if agent not in self.possible_agents:
            raise ValueError(f"there is no agent {agent!r}; agents: {', '.join(self.possible_agents)}")
        return self._seats[agent]

    def get_state(self) -> bytes:
        """The game as bytes."""
        return self.game.get_state()

    def set_state(self, state: bytes) -> None:
        """Take on a game that `get_state` of an environment with the same setup gave.

        Rewards are forgotten, and so is that an illegal action has ended a game: it goes on.

        Raises:
            ValueError: bytes that are no state, or one of another setup or version. Nothing has changed.
        """
        self.game.set_state(state)
        self._begin()
        if self.game.is_over:
            self.terminations = dict.fromkeys(self.agents, True)

    def clone(self) -> "raw_env":
        """An independent copy, the game's chance and all; only the spaces, with what they sample, are shared."""
        twin = object.__new__(type(self))
        twin.__setstate__(self.__getstate__())
        return twin

    __copy__ = clone

    def __deepcopy__(self, memo: dict[int, Any]) -> "raw_env":
        return self.clone()

    def __getstate__(self) -> dict[str, Any]:
        state = self.__dict__.copy()
        state.pop("_encoder", None)
        state["game"] = self.game.clone()
        for name in _OWN & state.keys():
            state[name] = state[name].copy()
        if "infos" in state:
            state["infos"] = {agent: info.copy() for agent, info in self.infos.items()}
        return state

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)


# What a copy must not share.
_OWN = {"agents", "rewards", "_cumulative_rewards", "terminations", "truncations"}

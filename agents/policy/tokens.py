"""The flat observation as entity tokens: numbers of about 1, read group by group."""

import torch
from torch import Tensor, nn

from saboteur_env.spaces import Options, Span, spans

# What counts as about 1, in units of the piece's code; pieces not named here are flags, or as on the wire.
# None hides a piece: the critic is asked about seats that do not decide, and must judge them alike.
UNITS: dict[str, float | None] = {
    "x": 8,
    "y": 4,
    "lays": 4,
    "dead_ends": 2,
    "passes": 4,
    "breaks": 2,
    "repairs": 2,
    "maps": 2,
    "discarded": 2,
    "discards": 2,
    "nearer": 12,
    "farther": 12,
    "now": 8,
    "blocked": 8,
    "exit": 8,
    "change": 6,
    "without": 24,
    "decides": None,
    "phase": None,
}
# Larger numbers count as this: 16 cards to a goal, or a goal cut off.
MOST = 2.0


class Tokens(nn.Module):
    """Reads one group of the observations' codes; a hidden one reads as zeros.

    Attributes:
        slots, width: the shape of the group.
        begin: where it begins in the codes.
        columns: where each piece lies in a token.
    """

    gains: Tensor

    def __init__(self, group: str, options: Options, hidden: bool = False) -> None:
        super().__init__()
        pieces = [span for span in spans(options) if span.group == group]
        self.slots, self.width = pieces[0].slots or 1, pieces[0].stride
        self.columns = {span.name: span.columns for span in pieces}
        self.begin = pieces[0].offset
        self._end = self.begin + self.slots * self.width
        sizes = [span.columns.stop - span.columns.start for span in pieces]
        gains = torch.cat([torch.full((size,), gain(span)) for size, span in zip(sizes, pieces, strict=True)])
        gains *= not hidden
        self.register_buffer("gains", gains, persistent=False)

    def codes(self, codes: Tensor) -> Tensor:
        """(batch, slots, width): the codes of this group in (batch, size) codes."""
        return codes[:, self.begin : self._end].unflatten(1, (self.slots, self.width))

    def scaled(self, codes: Tensor) -> Tensor:
        """(…, width) float32: codes of tokens as numbers of about 1."""
        return (codes * self.gains).clamp_(-MOST, MOST)

    def forward(self, codes: Tensor) -> Tensor:
        """(batch, slots, width) float32: all tokens of the group."""
        return self.scaled(self.codes(codes))


def gain(span: Span) -> float:
    """By what the codes of a piece are multiplied."""
    unit = UNITS.get(span.name, span.scale)
    return 0.0 if unit is None else 1.0 / unit

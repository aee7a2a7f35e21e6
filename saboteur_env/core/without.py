"""What the way to the goals would be without a card that lies in the mine."""

from .distance import measure_now
from .jit import jit
from .mine import find_frontier, remove_card


@jit
def measure_without(public, slot, scratch):
    """Measure the distances, into `scratch[0].distance.now`, as if a laid card were away.

    Args:
        scratch: (1,) PUBLIC, of which the mine and the distances are written.
    """
    tried = scratch[0]
    tried.mine = public.mine
    remove_card(tried.mine, slot)
    find_frontier(tried.mine)
    measure_now(tried)

"""What the arena says when something asked for is not possible."""


class Refused(ValueError):
    """What was wrong and what is right, in one line."""

"""Saboteur, the hidden-role card game, as a reinforcement-learning environment."""

__version__ = "0.1.0"

"""The same games, network and players with RLlib, over machines: `python -m train.rllib`; alone in knowing ray."""

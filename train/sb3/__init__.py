"""The same games, network and credit with the MaskablePPO of sb3-contrib: `--algo maskable-ppo`."""

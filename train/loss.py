"""What an update lowers: by clipped ratios (PPO) or by mirror descent with a magnet (MMD)."""

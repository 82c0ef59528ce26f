"""What a dream's model may do: a few tools over the stage, each bounded, none of which reaches anything else."""

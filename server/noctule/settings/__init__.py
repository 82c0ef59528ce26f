"""What a person can set: one declaration, layered, checked, and written back without touching the rest."""

from noctule.settings.declaration import Settings, build, declared
from noctule.settings.environment import layer_of_environment
from noctule.settings.layers import Layer, Resolved, SettingProblem, Source, layer_of, layer_of_file, resolve

__all__ = [
    "Layer",
    "Resolved",
    "SettingProblem",
    "Settings",
    "Source",
    "build",
    "declared",
    "layer_of",
    "layer_of_environment",
    "layer_of_file",
    "resolve",
]

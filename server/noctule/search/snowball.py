"""Snowball's stemmers, one at a time: the package itself loads all thirty languages, of which one or two are needed.

`noctule.search.snowball.english_stemmer` is the module of that name as it is installed.
"""

from importlib.util import find_spec

_INSTALLED = find_spec("snowballstemmer")

__path__ = list((_INSTALLED.submodule_search_locations or []) if _INSTALLED is not None else [])

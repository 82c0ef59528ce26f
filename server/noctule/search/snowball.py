"""Snowball's stemmers, one at a time: the package itself loads all thirty languages, of which one or two are needed.

`noctule.search.snowball.english_stemmer` is the module of that name as it is installed.
"""

import sys

# What `importlib.util.find_spec` does; importing that takes as long as importing a stemmer.
_FOUND = (finder.find_spec("snowballstemmer", None) for finder in sys.meta_path)
_INSTALLED = next(filter(None, _FOUND), None)

__path__ = list((_INSTALLED.submodule_search_locations or []) if _INSTALLED is not None else [])

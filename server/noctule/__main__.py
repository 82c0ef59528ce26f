"""`python -m noctule`."""

import sys

from noctule.cli.main import main

if __name__ == "__main__":
    sys.exit(main())

"""`python -m evalspec`."""

import sys

from evalspec.cli import main

sys.exit(main())

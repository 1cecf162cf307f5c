"""`python -m takujo` is `takujo`."""

import sys

from takujo.cli import main

sys.exit(main())

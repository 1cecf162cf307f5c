"""What is printed on the components of every title, as the page's tests have it: `python -m tests.facts`."""

import json

import takujo
from takujo.games import SLUGS

if __name__ == "__main__":
    print(json.dumps({slug: takujo.load(slug, compiled=False).facts() for slug in SLUGS}))

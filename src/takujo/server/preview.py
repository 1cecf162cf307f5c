"""What a link says of itself where it is shown: title, text and picture (Open Graph), in the language of the link."""

import html
from collections.abc import Container

from takujo.core.game import Game
from takujo.core.words import frame

__all__ = ["previewed"]


def previewed(index: str, language: str, game: Game | None, base: str, invites: bool, files: Container[str]) -> str:
    """The page's HTML with its language and what is played where it leads to; `invites`: to a table."""
    words = frame(language)
    title, text = words.say("title"), words.say("home-lead")
    if game:
        name, text = game.text.title[language], game.text.blurb[language]
        title = words.say("preview-table", title=name) if invites else f"{name} – takujo"
        text = words.say("preview-text", blurb=text) if invites else text
    picture = f"preview-{game.slug}.jpg" if game else ""
    told = {
        "og:type": "website",
        "og:site_name": "takujo",
        "og:locale": language,
        "og:title": title,
        "og:description": text,
        "og:image": base + (picture if picture in files else "icon-512.png"),
        "twitter:card": "summary_large_image" if picture in files else "summary",
    }
    tags = [f'<meta name="description" content="{html.escape(text)}" />']
    tags += [f'<meta property="{name}" content="{html.escape(value)}" />' for name, value in told.items()]
    page = index.replace('<html lang="en">', f'<html lang="{language}">', 1)
    page = page.replace("<title>卓上 takujo</title>", f"<title>{html.escape(title)}</title>", 1)
    return page.replace("</head>", "  " + "\n    ".join(tags) + "\n  </head>", 1)

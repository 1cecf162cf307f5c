"""What goes over the wire: every request, answer and message, as types. OpenAPI and the page's types come from here."""

from .base import *
from .games import *
from .messages import *
from .requests import *
from .tables import *

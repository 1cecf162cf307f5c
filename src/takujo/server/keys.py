"""The server's one secret, and what is made of it: seals of seeds and notes, tokens, names of addresses, signatures."""

import base64
import hashlib
import hmac
import os
import re
import secrets
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.asymmetric.ec import SECP256R1, EllipticCurvePrivateKey, derive_private_key
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from .settings import Settings

if TYPE_CHECKING:
    from .store import Store

__all__ = ["Keys", "digest", "open_keys", "secret_of"]

SEALED = b"sealed 1"  # before it, seeds were stored as they are
NONCE = 12
ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551  # of the curve P-256


def digest(token: str) -> bytes:
    """Tokens are random and long: one hash hides them."""
    return hashlib.sha256(token.encode()).digest()


class Keys:
    """All keys of one server, or of all nodes on one database."""

    def __init__(self, secret: bytes):
        self._secret = secret
        self._seal = ChaCha20Poly1305(self._derived("seal"))
        self._signer = Ed25519PrivateKey.from_private_bytes(self._derived("sign"))
        self.public = self._signer.public_key().public_bytes(Encoding.Raw, PublicFormat.Raw).hex()

    def _derived(self, purpose: str, *parts: str) -> bytes:
        text = "".join(f"{len(part)}:{part}" for part in parts)
        return hmac.digest(self._secret, f"takujo {purpose} {text}".encode(), hashlib.sha256)

    def seal(self, secret: bytes, place: str) -> bytes:
        """A seed, or somebody's notes, as they are stored: who reads the database learns nothing from it.

        `place` is where it belongs: elsewhere it does not open.
        """
        nonce = secrets.token_bytes(NONCE)
        return SEALED + nonce + self._seal.encrypt(nonce, secret, place.encode())

    def unseal(self, stored: bytes, place: str) -> bytes:
        if not stored.startswith(SEALED):
            return stored
        nonce, sealed = stored[len(SEALED) :][:NONCE], stored[len(SEALED) + NONCE :]
        try:
            return self._seal.decrypt(nonce, sealed, place.encode())
        except InvalidTag:
            raise ValueError("it was sealed with another key, or for another place") from None

    def token(self, purpose: str, *parts: str) -> str:
        """Nobody can guess it, and who asks again with the same key gets it again."""
        return base64.urlsafe_b64encode(self._derived(f"token {purpose}", *parts)[:16]).decode().rstrip("=")

    def pseudonym(self, address: str) -> str:
        """What stands in the log for an address: the same for the same one, and not to be turned back."""
        return self._derived("address", address)[:9].hex()

    def sign(self, text: bytes) -> str:
        return self._signer.sign(text).hex()

    @cached_property
    def push(self) -> EllipticCurvePrivateKey:
        """By which push services know this server."""
        return derive_private_key(1 + int.from_bytes(self._derived("push")) % (ORDER - 1), SECP256R1())


def open_keys(settings: Settings, store: "Store") -> Keys:
    """From the file that the settings name, else beside a SQLite file, else out of the database itself."""
    if secret := secret_of(settings):
        keys = Keys(secret)
    else:
        keys = Keys(store.kept_secret(secrets.token_bytes(32)))
    known = store.known_key(keys.public)
    if known != keys.public:
        raise ValueError(
            f"the database was written with the key {known[:16]}..., this server has {keys.public[:16]}...: "
            "name the file with the right secret by --secret or TAKUJO_SECRET"
        )
    return keys


def secret_of(settings: Settings) -> bytes | None:
    """The secret, which is made beside a SQLite file where there is none; None: the database has it."""
    if not (settings.secret or settings.on_sqlite):
        return None
    file = settings.secret or f"{settings.database.removeprefix('sqlite:///')}.key"
    return _read(Path(file), make=not settings.secret)


def _read(file: Path, *, make: bool) -> bytes:
    """32 bytes in hexadecimal; a file that is made is for this user alone."""
    try:
        if make and not file.exists():
            part = file.with_name(file.name + ".part")  # never half a secret, whatever happens meanwhile
            with os.fdopen(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as new:
                new.write(secrets.token_hex(32) + "\n")
                new.flush()
                os.fsync(new.fileno())
            part.replace(file)
        text = file.read_text(encoding="ascii", errors="replace").strip()
    except OSError as error:
        raise ValueError(f"secret {file}: {error.strerror}") from None
    if not re.fullmatch(r"[0-9a-f]{64}", text):
        raise ValueError(f"secret {file}: it takes 64 hexadecimal digits, as `openssl rand -hex 32` prints them")
    return bytes.fromhex(text)

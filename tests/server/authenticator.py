"""A passkey in software, and a browser that holds some: what a person would use, and what a thief would try."""

import base64
import hashlib
import json
import secrets
from dataclasses import dataclass, field
from typing import Any

import cbor2
import httpx
from cryptography.hazmat.primitives.asymmetric.ec import ECDSA, SECP256R1, EllipticCurvePrivateKey, generate_private_key
from cryptography.hazmat.primitives.hashes import SHA256

from tests.server.parts import SOON, Server

Json = dict[str, Any]

PRESENT, VERIFIED, ATTESTED = 0x01, 0x04, 0x40


def text(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def data(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


@dataclass
class Passkey:
    """One credential. `rp`, `origin` and `flags` can be set to what an honest browser would never say."""

    rp: str
    origin: str
    user: bytes = b""
    id: bytes = field(default_factory=lambda: secrets.token_bytes(32))
    key: EllipticCurvePrivateKey = field(default_factory=lambda: generate_private_key(SECP256R1()))
    count: int = 0
    flags: int = PRESENT | VERIFIED

    def _client(self, kind: str, challenge: str) -> bytes:
        said = {"type": kind, "challenge": challenge, "origin": self.origin, "crossOrigin": False}
        return json.dumps(said).encode()

    def _authenticator(self, flags: int) -> bytes:
        return hashlib.sha256(self.rp.encode()).digest() + bytes([flags]) + self.count.to_bytes(4)

    def create(self, options: Json) -> Json:
        self.user = data(options["user"]["id"])
        numbers = self.key.public_key().public_numbers()
        public = {1: 2, 3: -7, -1: 1, -2: numbers.x.to_bytes(32), -3: numbers.y.to_bytes(32)}
        attested = bytes(16) + len(self.id).to_bytes(2) + self.id + cbor2.dumps(public)
        whole = self._authenticator(self.flags | ATTESTED) + attested
        answer = {
            "clientDataJSON": text(self._client("webauthn.create", options["challenge"])),
            "attestationObject": text(cbor2.dumps({"fmt": "none", "attStmt": {}, "authData": whole})),
        }
        return {"id": text(self.id), "rawId": text(self.id), "type": "public-key", "response": answer}

    def get(self, options: Json) -> Json:
        self.count += 1
        client, whole = self._client("webauthn.get", options["challenge"]), self._authenticator(self.flags)
        signature = self.key.sign(whole + hashlib.sha256(client).digest(), ECDSA(SHA256()))
        answer = {
            "clientDataJSON": text(client),
            "authenticatorData": text(whole),
            "signature": text(signature),
            "userHandle": text(self.user),
        }
        return {"id": text(self.id), "rawId": text(self.id), "type": "public-key", "response": answer}


class Browser:
    """Somebody's browser at a server: its cookies, and the way to an account."""

    def __init__(self, server: Server, host: str = "localhost"):
        self.host = f"{host}:{server.port}"
        self.origin = f"http://{self.host}"
        headers = {"host": self.host, "origin": self.origin, "user-agent": "Mozilla/5.0 (X11; Linux) Firefox/130.0"}
        self.http = httpx.Client(
            base_url=f"http://127.0.0.1:{server.port}", headers=headers, timeout=SOON, trust_env=False
        )
        server.sockets.append(self)

    def close(self) -> None:
        self.http.close()

    def passkey(self) -> Passkey:
        return Passkey(self.host.partition(":")[0], self.origin)

    def post(self, path: str = "", **body: Any) -> httpx.Response:
        return self.http.post(f"/api/account{path}", json=body)

    def options(self, purpose: str, **more: Any) -> Json:
        answer = self.post("/challenge", purpose=purpose, **more)
        assert answer.status_code == 200, answer.text
        return dict(answer.json()["options"])

    def make(self, passkey: Passkey | None = None, **profile: Any) -> Passkey:
        """An account of one's own."""
        passkey = passkey or self.passkey()
        answer = self.post(credential=passkey.create(self.options("new")), **profile)
        assert answer.status_code == 201, answer.text
        return passkey

    def sign_in(self, passkey: Passkey) -> httpx.Response:
        return self.post("/sign-in", credential=passkey.get(self.options("sign-in")))

    def account(self) -> httpx.Response:
        return self.http.get("/api/account")

    def sync(self, *made: Json) -> Any:
        answer = self.post("/seats", seats=[{"table": each["table"], "token": each["token"]} for each in made])
        assert answer.status_code == 200, answer.text
        return answer.json()

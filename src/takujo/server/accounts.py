"""Accounts by passkey: no password, no mail. Who has one finds their seats, name and settings on every device.

An account is beside the tables: no log knows of it. A seat becomes an account's when its token is shown, and the
account gives tokens for it to its other browsers.
"""

import asyncio
import base64
import hashlib
import ipaddress
import json
import random
import re
from dataclasses import dataclass, replace
from typing import Any

from webauthn import (
    generate_authentication_options,
    generate_registration_options,
    options_to_json,
    verify_authentication_response,
    verify_registration_response,
)
from webauthn.helpers.exceptions import WebAuthnException
from webauthn.helpers.structs import (
    AuthenticatorSelectionCriteria,
    PublicKeyCredentialDescriptor,
    ResidentKeyRequirement,
    UserVerificationRequirement,
)

from . import account_wire as wire
from .keys import Keys, digest
from .node import Node, new_id
from .people import Account, Challenge, Passkey, People, Session, TooManyOf
from .ratings import Ratings
from .refused import Refused
from .store import Store, Token

__all__ = ["SESSION", "Accounts", "Here", "Mine"]

Json = dict[str, Any]

DAY = 86_400_000  # milliseconds
CHALLENGE = 300_000  # milliseconds in which it is to be answered
SESSION = 90  # days without a visit after which one has to sign in again
PASSKEYS = 20  # of one account
SESSIONS = 30
LISTED = 30  # tables that a browser shows
PART = re.compile(r"(Edg|OPR|Firefox|SamsungBrowser|Chrome|Safari)[a-zA-Z]*/\d+")
SYSTEM = re.compile(r"iPhone|iPad|Android|Windows|Macintosh|CrOS|Linux")


@dataclass(frozen=True, slots=True)
class Here:
    """Where a request came to, and from which browser: passkeys belong to the name of a server."""

    host: str  # as the browser has it, with the port
    agent: str

    @property
    def rp(self) -> str:
        """The name alone. Refused: browsers make no passkeys for addresses."""
        name = self.host.rpartition(":")[0] if re.search(r":\d+$", self.host) else self.host
        try:
            ipaddress.ip_address(name.strip("[]"))
        except ValueError:
            return name.lower()
        raise Refused("no-passkeys", f"Passkeys need a name such as localhost or play.example.org, not {name}.")

    @property
    def origins(self) -> list[str]:
        """Where the page must be: https, or this machine."""
        plain = [f"http://{self.host}"] if self.rp == "localhost" or self.rp.endswith(".localhost") else []
        return [f"https://{self.host}", *plain]

    @property
    def label(self) -> str:
        """Browser and system, for its owner to tell them apart."""
        found = [match[1] if match.re is PART else match[0] for e in (PART, SYSTEM) if (match := e.search(self.agent))]
        names = {"Edg": "Edge", "OPR": "Opera", "SamsungBrowser": "Samsung", "Macintosh": "Mac", "CrOS": "ChromeOS"}
        return ", ".join(names.get(name, name) for name in found)


@dataclass(frozen=True, slots=True)
class Mine:
    """Who asks: an account, by a session of it."""

    session: Session
    account: Account


class Accounts:
    """Makes accounts, lets their owners in, and hands them what is theirs."""

    def __init__(self, store: Store, keys: Keys, node: Node, ratings: Ratings, chance: random.Random):
        self.people, self.keys, self.node, self.ratings, self.chance = People(store), keys, node, ratings, chance

    # -- coming in

    async def challenge(self, here: Here, request: wire.Purpose, mine: Mine | None) -> wire.Challenge:
        """What a passkey is to sign, and the options for the browser."""
        secret, purpose = self.chance.randbytes(32), request.purpose
        if purpose == "sign-in":
            options: Any = generate_authentication_options(
                rp_id=here.rp, challenge=secret, user_verification=UserVerificationRequirement.REQUIRED
            )
            account = None
        else:
            account = new_id(self.chance, 16) if purpose == "new" else _known(mine).account.id
            there = [] if purpose == "new" else await self.people.passkeys(account)
            name = request.name or "takujo"
            options = generate_registration_options(
                rp_id=here.rp,
                rp_name="takujo",
                user_id=_bytes(account),
                user_name=name,
                user_display_name=name,
                challenge=secret,
                timeout=CHALLENGE,
                authenticator_selection=AuthenticatorSelectionCriteria(
                    resident_key=ResidentKeyRequirement.REQUIRED,
                    user_verification=UserVerificationRequirement.REQUIRED,
                ),
                exclude_credentials=[PublicKeyCredentialDescriptor(id=key.id) for key in there if key.rp == here.rp],
            )
        now = self.node.now()
        await self.people.remember(Challenge(_hash(secret), purpose, here.rp, account, now + CHALLENGE), now)
        return wire.Challenge(options=json.loads(options_to_json(options)))

    async def make(self, here: Here, request: wire.NewAccount) -> str:
        """A new account with its first passkey; the token of its session."""
        passkey = await self._registered(here, request.credential, "new")
        profile = self._sealed(passkey.account, request.name or "", request.face, request.settings or {})
        shown = new_id(self.chance, 12)
        rated, public = bool(request.rated), bool(request.public)
        account = Account(passkey.account, shown, self.node.now(), rated, public, profile)
        token, session = self._new_session(here, account.id)
        await self.people.make(account, passkey, session)
        return token

    async def sign_in(self, here: Here, credential: wire.Credential, old: str | None) -> str:
        """A new session; the one that this browser had ends. Its token."""
        challenge, secret = await self._answered(here, credential.response.clientDataJSON, "sign-in")
        passkey = await self.people.passkey(_bytes(credential.rawId))
        if passkey is None or passkey.rp != challenge.rp:
            reason = "No account here has this passkey: make one, or use another passkey."
            raise Refused("no-such-passkey", reason, status=401)
        try:
            verified = verify_authentication_response(
                credential=credential.model_dump(exclude_none=True),
                expected_challenge=secret,
                expected_rp_id=here.rp,
                expected_origin=here.origins,
                credential_public_key=passkey.key,
                credential_current_sign_count=passkey.count,
                require_user_verification=True,
            )
        except (WebAuthnException, ValueError):
            raise _not_proven() from None
        handle = credential.response.userHandle
        if handle is not None and _bytes(handle) != _bytes(passkey.account):
            raise _not_proven()
        token, session = self._new_session(here, passkey.account)
        used = replace(passkey, count=verified.new_sign_count, used=self.node.now())
        if not await self.people.sign_in(session, used, passkey.count, SESSIONS):
            raise _not_proven()
        if old and (before := await self.known(old)):
            await self.people.end_session(before.account.id, before.session.hash)
        return token

    async def add_passkey(self, here: Here, mine: Mine, credential: wire.NewCredential) -> None:
        passkey = await self._registered(here, credential, "add")
        if passkey.account != mine.account.id:
            raise _not_proven()
        try:
            await self.people.add_passkey(passkey, PASSKEYS)
        except TooManyOf:
            raise Refused("too-many", f"An account has at most {PASSKEYS} passkeys: remove one first.") from None

    async def remove_passkey(self, mine: Mine, id: str) -> None:
        if not await self.people.remove_passkey(mine.account.id, _bytes(id)):
            reason = (
                "It is the last passkey: without it nobody could sign in. Add another first, or delete the account."
            )
            raise Refused("last-passkey", reason)

    async def _registered(self, here: Here, credential: wire.NewCredential, purpose: str) -> Passkey:
        """A passkey that was made for this challenge, here; nobody else has it."""
        challenge, secret = await self._answered(here, credential.response.clientDataJSON, purpose)
        try:
            verified = verify_registration_response(
                credential=credential.model_dump(),
                expected_challenge=secret,
                expected_rp_id=here.rp,
                expected_origin=here.origins,
                require_user_verification=True,
            )
        except (WebAuthnException, ValueError):
            raise _not_proven() from None
        if await self.people.passkey(verified.credential_id) is not None:
            raise _not_proven()
        assert challenge.account is not None  # only to sign in needs none
        key, count, now = verified.credential_public_key, verified.sign_count, self.node.now()
        return Passkey(verified.credential_id, challenge.account, here.rp, key, count, here.label, now, None)

    async def _answered(self, here: Here, data: str, purpose: str) -> tuple[Challenge, bytes]:
        """The challenge that was answered, used up with it."""
        try:
            secret = _bytes(json.loads(_bytes(data))["challenge"])
        except (ValueError, KeyError, TypeError, AttributeError):
            raise _not_proven() from None
        challenge = await self.people.use(_hash(secret), self.node.now())
        if challenge is None or challenge.purpose != purpose or challenge.rp != here.rp:
            reason = "This took too long, or was used already: try it once more."
            raise Refused("no-challenge", reason, status=401)
        return challenge, secret

    # -- sessions

    def _new_session(self, here: Here, account: str) -> tuple[str, Session]:
        token, now = new_id(self.chance, 32), self.node.now()
        return token, Session(digest(token), account, now, now, now + SESSION * DAY, here.label)

    async def known(self, token: str | None) -> Mine | None:
        """Whose session this is. One that is used goes on; to the day, so that not every request writes."""
        found = await self.people.session(digest(token)) if token else None
        now = self.node.now()
        if found is None or found[0].until < now:
            return None
        session, account = found
        if now - session.seen >= DAY:
            await self.people.see(session.hash, now, now + SESSION * DAY)
        return Mine(session, account)

    async def sign_out(self, mine: Mine, where: str) -> bool:
        """End sessions of the account, and what their browsers hold of its seats; is this one among them?"""
        if where == "everywhere":
            await self.people.end_all(mine.account.id)
            return True
        if where == "here":
            await self.people.end_session(mine.account.id, mine.session.hash)
            return True
        for session in await self.people.sessions(mine.account.id):
            if _id(session) == where:
                await self.people.end_session(mine.account.id, session.hash)
                return session.hash == mine.session.hash
        raise Refused("no-such-session", "There is no such session.", status=404)

    # -- what is somebody's

    async def told_to(self, mine: Mine) -> wire.Account:
        account = mine.account
        profile = self.profile(account)
        keys, sessions = await self.people.passkeys(account.id), await self.people.sessions(account.id)
        return wire.Account(
            profile=account.shown,
            created=account.created,
            **profile,
            rated=account.rated,
            public=account.public,
            passkeys=[
                wire.PasskeyInfo(id=_text(key.id), label=key.label, host=key.rp, created=key.created, used=key.used)
                for key in keys
            ],
            sessions=[
                wire.SessionInfo(
                    id=_id(session),
                    label=session.label,
                    created=session.created,
                    seen=session.seen,
                    until=session.until,
                    here=session.hash == mine.session.hash,
                )
                for session in sessions
            ],
        )

    async def change(self, mine: Mine, change: wire.Profile) -> None:
        known = self.profile(mine.account)
        given = change.model_dump(exclude_unset=True, exclude_none=True)
        if "face" in change.model_fields_set:
            given["face"] = change.face
        profile = self._sealed(mine.account.id, *({**known, **given}[name] for name in ("name", "face", "settings")))
        rated, public = given.get("rated", mine.account.rated), given.get("public", mine.account.public)
        await self.people.change(replace(mine.account, rated=rated, public=public, profile=profile))

    def profile(self, account: Account) -> Json:
        """Name, sign and settings."""
        return dict(json.loads(self.keys.unseal(account.profile, f"account {account.id}")))

    def _sealed(self, account: str, name: str, face: str | None, settings: Json) -> bytes:
        text = json.dumps({"name": name, "face": face, "settings": settings}, ensure_ascii=False)
        return self.keys.seal(text.encode(), f"account {account}")

    async def sync(self, mine: Mine, request: wire.Seats) -> wire.MySeats:
        """Seats of this browser become the account's; what else the account has, the browser gets."""
        now, account = self.node.now(), mine.account
        taking = (
            self.people.take_along(mine.session, digest(link.token), now, rated=account.rated) for link in request.seats
        )
        taken = set()
        for table, is_new in filter(None, await asyncio.gather(*taking)):
            taken.add(table)
            if is_new:
                await self.ratings.settle_if_ended(table)
        found = await self.people.seats(account.id, LISTED, listed=True)
        others, tokens = [], []
        for seat, code in found:
            if seat.table in taken:
                continue
            token = self.keys.token("seat", "account", mine.session.hash.hex(), seat.table, str(seat.joined))
            tokens.append(Token(digest(token), seat.table, seat.seat, seat.joined))
            told = {"table": seat.table, "code": code, "game": seat.game, "seat": seat.seat}
            others.append(wire.MySeat(**told, token=token, at=seat.at))
        if tokens:
            await self.people.give_tokens(mine.session, tokens)
        return wire.MySeats(mine=sorted(taken), others=others)

    async def profile_of(self, shown: str, page: int) -> wire.PublicProfile:
        """Of somebody who lets everybody see it."""
        found = await self.ratings.profile(shown, page)
        if found is None:
            raise Refused("no-such-profile", "There is no such profile, or it is private.", status=404)
        account, ratings, history = found
        known = self.profile(account)
        return wire.PublicProfile(name=known["name"], face=known["face"], ratings=ratings, history=history)

    async def forget(self, mine: Mine, table: str) -> None:
        """Its table is not shown on the owner's devices any more."""
        await self.people.unlist(mine.account.id, table)

    # -- all of it

    async def export(self, mine: Mine) -> Json:
        """Everything that is stored about somebody, but for what only proves who they are."""
        told: Json = {"account": (await self.told_to(mine)).model_dump()}
        told["seats"] = [
            {"table": seat.table, "code": code, "game": seat.game, "seat": seat.seat, "at": seat.at}
            | {"rated": seat.rated, "listed": seat.listed}
            for seat, code in await self.people.seats(mine.account.id)
        ]
        return told | await self.ratings.export(mine.account.id)

    async def delete(self, mine: Mine) -> None:
        """All of it, at once. The seats that this browser holds are a guest's again."""
        await self.people.remove(mine.account.id, mine.session.hash)

    async def clean(self) -> None:
        await self.people.forget_old(self.node.now())


def _known(mine: Mine | None) -> Mine:
    if mine is None:
        raise Refused("no-session", "You are not signed in.", status=401)
    return mine


def _not_proven() -> Refused:
    return Refused("not-proven", "The passkey's answer does not prove who this is.", status=401)


def _id(session: Session) -> str:
    """By which its owner names it: it opens nothing."""
    return hashlib.sha256(b"takujo session " + session.hash).hexdigest()[:16]


def _hash(secret: bytes) -> bytes:
    return hashlib.sha256(secret).digest()


def _bytes(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def _text(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).decode().rstrip("=")

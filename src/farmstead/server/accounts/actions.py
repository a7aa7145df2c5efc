"""What people do with accounts: make one, sign in, change its name and passphrase.

Every way in ends with a token that nobody could have known before. Who tries names or passphrases is told the
same whichever was wrong, after the same work, and soon has to wait.
"""

from __future__ import annotations

import logging
from typing import Final

from farmstead.server.accounts.deletion import delete_player
from farmstead.server.base.refusals import Refused
from farmstead.server.core import Core
from farmstead.server.people.passphrases import checked_passphrase, login_of
from farmstead.server.people.reserved_names import is_reserved
from farmstead.server.people.sessions import checked_name
from farmstead.server.people.visitor import Visitor
from farmstead.server.store import Account, Conflict, NewSession, NotThere, Player, Session, StoreError

LOG: Final = logging.getLogger(__name__)


def free_name(core: Core, text: str) -> str:
    """A name as it is kept; Refused for one that would pass for whoever runs the server."""
    name = checked_name(text)
    if is_reserved(name, core.settings.reserved_names):
        raise Refused("name_reserved", "name")
    return name


async def make_account(
    core: Core, visitor: Visitor, name: str, passphrase: str, device: str, invitation: str = ""
) -> NewSession:
    """From the guest who asks, with all their games, or for somebody new.

    Where only members are let in, somebody new takes an invitation.
    """
    tried = "account"
    name = free_name(core, name)
    login = checked_login(name, tried)
    passphrase = checked_passphrase(passphrase, login, tried)
    if visitor.player is not None and visitor.player.has_account:
        raise Refused("has_account", tried)
    if visitor.player is not None and visitor.player.blocked is not None:
        raise Refused("blocked", tried)
    core.check_counts()
    core.limits.spend("account", visitor.address, tried)
    needs = core.settings.members_only and visitor.player is None
    if needs and not await core.store.moderation.is_invited(invitation):
        raise Refused("invitation_needed", tried)
    if await core.store.accounts.find(login) is not None:
        raise Refused("name_taken", tried)
    hash = await core.hashing.hash(passphrase, tried)
    code = invitation if needs else None
    try:
        made = await core.store.accounts.create(name, login, hash, visitor.session, device, code)
    except Conflict:
        raise Refused("name_taken", tried) from None
    except NotThere:
        if not needs:
            raise
        raise Refused("invitation_needed", tried) from None  # others have used it up meanwhile
    core.people.forget(made.session.player)
    return made


async def sign_in(
    core: Core, visitor: Visitor, name: str, passphrase: str, leave_guest: bool, device: str
) -> NewSession:
    """A new session, whatever this browser had before. A guest's games are not left unasked."""
    tried = "sign in"
    login = login_of(name)
    await spend_try(core, visitor.address, login, tried)
    account = await core.store.accounts.find(login)
    is_right = await core.hashing.is_right(account.hash if account else None, passphrase, tried)
    if account is None or not is_right:
        raise Refused("sign_in_wrong", tried)
    await check_guest(core, visitor, leave_guest, tried)
    try:
        session = await core.store.accounts.enter(account, device)
    except NotThere:
        raise Refused("sign_in_wrong", tried) from None
    await leave(core, visitor)
    if core.hashing.is_outdated(account.hash):
        await core.store.accounts.rehash(account, await core.hashing.hash(passphrase, tried))
    return session


async def spend_try(core: Core, address: str, login: str, tried: str, inside: bool = False) -> None:
    """Guesses are counted by address, by account, and tightest by both.

    One address can use up its own tries at an account and not those of others: to hold somebody up takes many
    addresses, and even then only who is signed in nowhere has to wait. Those who are `inside` are counted by
    themselves: who wants another passphrase because strangers try the old one can have it.
    """
    core.check_counts()
    core.limits.spend("sign_in_from", address, tried)
    core.limits.spend("sign_in", f"{address} {login}", tried)
    core.limits.spend("sign_in_as", f" {login}" if inside else login, tried)  # no login begins with a blank


async def check_guest(core: Core, visitor: Visitor, leave_guest: bool, tried: str) -> None:
    """Refuse to leave a guest with games behind, unless that is wanted."""
    guest = visitor.player
    if guest is None or leave_guest or await has_account(core, guest):
        return
    if await core.store.players.has_tables(guest.id):
        raise Refused("guest_has_games", tried, {"name": guest.name})


async def leave(core: Core, visitor: Visitor) -> None:
    """Whoever this browser was before. Nobody could ever be a guest again, or delete what is theirs: it goes.

    They are signed in by now: what cannot be tidied up is no reason to refuse.
    """
    if visitor.player is None or visitor.session is None:
        return
    try:
        if await has_account(core, visitor.player):
            await core.store.sessions.revoke(visitor.session.player, visitor.session.id)
            core.people.forget(visitor.session.player)
        else:
            await delete_player(core, visitor.player.id)
    except StoreError as error:
        LOG.warning("What somebody left behind could not be tidied up: %s", error)


async def change_passphrase(core: Core, visitor: Visitor, old: str, new: str) -> NewSession:
    """Whoever knows only the old one, or has a cookie from before, is known no longer."""
    tried = "passphrase"
    account, session = await account_of(core, visitor, tried)
    new = checked_passphrase(new, account.login, tried)
    await spend_try(core, visitor.address, account.login, tried, inside=True)
    if not await core.hashing.is_right(account.hash, old, tried):
        raise Refused("passphrase_wrong", tried)
    changed = await core.store.accounts.change(account, await core.hashing.hash(new, tried), session)
    core.people.forget(account.player)
    return changed


async def account_of(core: Core, visitor: Visitor, tried: str) -> tuple[Account, Session]:
    """Refused for a guest."""
    player, session = visitor.require_player(), visitor.session
    account = await core.store.accounts.of(player.id)
    if account is None or session is None:
        raise Refused("no_account", tried)
    return account, session


async def rename(core: Core, visitor: Visitor, name: str) -> None:
    """Another name for a player, one that `free_name` lets through; an account's is no other account's."""
    player, tried = visitor.require_player(), "name"
    core.check_counts()
    core.limits.spend("name", visitor.rate_limit_key, tried)
    if not await has_account(core, player):
        await core.store.players.rename(player.id, name)
    else:
        core.limits.spend("account", visitor.address, tried)  # it tells which names are taken
        try:
            await core.store.accounts.rename(player.id, name, checked_login(name, tried))
        except Conflict:
            raise Refused("name_taken", tried) from None
    core.people.forget()


async def has_account(core: Core, player: Player) -> bool:
    """As it is stored: what is remembered of a visitor may be older, and much depends on this."""
    return await core.store.accounts.of(player.id) is not None


def checked_login(name: str, tried: str) -> str:
    """Refused for a name of which nothing is left to compare."""
    login = login_of(name)
    if not login:
        raise Refused("name_bad", tried, {"why": "letters"})
    return login

"""Your webhook: where you want a message when a slow game waits for you."""

from __future__ import annotations

from litestar import Controller, delete, get, post, put
from litestar.params import JSONBody

from farmstead.server.base.refusals import Refused
from farmstead.server.core import Core
from farmstead.server.http.dependencies import TheCore, TheLanguage, TheVisitor
from farmstead.server.people.visitor import Visitor
from farmstead.server.store import PlayerId
from farmstead.server.webhooks import payload
from farmstead.server.webhooks.addresses import TRIED_ACTION, bad, masked, target_of
from farmstead.server.webhooks.messages import Tried, WebhookIn, WebhookOut
from farmstead.server.webhooks.scheduler import MAX_FAILURES, WebhookScheduler

RETRY_AFTER_S = 10  # seconds after which to come again


class WebhookController(Controller):
    """There is none until you enter one."""

    path = "/me/webhook"
    tags = ("me",)

    @get("/", summary="Where you are called")
    async def see(self, core: TheCore, visitor: TheVisitor) -> WebhookOut:
        """Its host, and whether calls there have worked."""
        core.limits.spend("read", visitor.rate_limit_key, "look")
        return await shown(core, visitor.require_player().id)

    @put("/", summary="Be called")
    async def enter(
        self, core: TheCore, visitor: TheVisitor, language: TheLanguage, data: JSONBody[WebhookIn]
    ) -> WebhookOut:
        """An address of https, such as a webhook of Discord; messages come in the language of this request.

        Only public addresses are called.
        """
        player = visitor.require_player().id
        check_on(core)
        await spend(core, visitor)
        found = await core.get(WebhookScheduler).caller.check(target_of(data.url.strip()))
        if found != "sent":
            raise bad(found)
        await core.store.webhooks.set(player, data.url.strip(), language)
        return await shown(core, player)

    @delete("/", summary="Be called no longer", status_code=200)
    async def leave(self, core: TheCore, visitor: TheVisitor) -> WebhookOut:
        """The address is forgotten."""
        player = visitor.require_player().id
        core.limits.spend("name", visitor.rate_limit_key, "name")  # a small store is written anew for it
        await core.store.webhooks.delete(player)
        return await shown(core, player)

    @post("/try", summary="Call me once", status_code=200)
    async def attempt(self, core: TheCore, visitor: TheVisitor) -> Tried:
        """A message now, to see whether it arrives. If it does, a webhook that was paused goes on."""
        player = visitor.require_player().id
        check_on(core)
        await spend(core, visitor)
        found = await core.store.webhooks.get(player)
        if found is None:
            raise Refused("no_webhook", TRIED_ACTION)
        if core.get(WebhookScheduler).caller.is_busy:
            raise Refused("too_many", TRIED_ACTION, {"seconds": RETRY_AFTER_S})
        body = payload.trial(found.language, f"{core.get(WebhookScheduler).url}/")
        result = await core.get(WebhookScheduler).caller.call(target_of(found.url), body)
        core.figures.webhooks.labels(result).inc()
        if result == "sent":
            await core.store.webhooks.worked(player)
        else:
            await core.store.webhooks.failed(player, result, MAX_FAILURES)
        return Tried(result == "sent", result)


def check_on(core: Core) -> None:
    if not core.get(WebhookScheduler).is_on:
        raise Refused("webhooks_off", TRIED_ACTION)


async def spend(core: Core, visitor: Visitor) -> None:
    """By address, too: whoever is one guest after the other would keep all threads busy with slow names."""
    for whose in (visitor.rate_limit_key, visitor.address):
        core.limits.spend("webhook", whose, TRIED_ACTION)


async def shown(core: Core, player: PlayerId) -> WebhookOut:
    found = await core.store.webhooks.get(player)
    if found is None:
        return WebhookOut(core.get(WebhookScheduler).is_on)
    paused = found.paused is not None
    return WebhookOut(
        core.get(WebhookScheduler).is_on, masked(found.url), found.created, found.failures, found.why, paused
    )

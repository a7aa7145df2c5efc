"""Your webhook: where you want a message when a slow game waits for you."""

from __future__ import annotations

from litestar import Controller, delete, get, post, put
from litestar.params import JSONBody

from farmstead.server.base.refusals import Refused
from farmstead.server.core import House
from farmstead.server.http.dependencies import TheHouse, TheLanguage, TheVisitor
from farmstead.server.people.visitor import Visitor
from farmstead.server.store import PlayerId
from farmstead.server.webhooks import payload
from farmstead.server.webhooks.addresses import TRIED, bad, masked, target_of
from farmstead.server.webhooks.messages import Tried, WebhookIn, WebhookOut
from farmstead.server.webhooks.scheduler import MOST_FAILURES, Duty

BUSY = 10  # seconds after which to come again


class WebhookController(Controller):
    """There is none until you enter one."""

    path = "/me/webhook"
    tags = ("me",)

    @get("/", summary="Where you are called")
    async def see(self, house: TheHouse, visitor: TheVisitor) -> WebhookOut:
        """Its host, and whether calls there have worked."""
        house.limits.spend("read", visitor.whom, "look")
        return await shown(house, visitor.who().id)

    @put("/", summary="Be called")
    async def enter(
        self, house: TheHouse, visitor: TheVisitor, language: TheLanguage, data: JSONBody[WebhookIn]
    ) -> WebhookOut:
        """An address of https, such as a webhook of Discord; messages come in the language of this request.

        Only public addresses are called.
        """
        player = visitor.who().id
        check_on(house)
        await spend(house, visitor)
        target = target_of(data.url.strip())
        found = await house.get(Duty).caller.check(target)
        if found != "sent":
            raise bad(found)
        await house.store.webhooks.set(player, data.url.strip(), language)
        return await shown(house, player)

    @delete("/", summary="Be called no longer", status_code=200)
    async def leave(self, house: TheHouse, visitor: TheVisitor) -> WebhookOut:
        """The address is forgotten."""
        player = visitor.who().id
        await house.shared_limits.spend("name", visitor.whom, "name")  # a small store is written anew for it
        await house.store.webhooks.delete(player)
        return await shown(house, player)

    @post("/try", summary="Call me once", status_code=200)
    async def attempt(self, house: TheHouse, visitor: TheVisitor) -> Tried:
        """A message now, to see whether it arrives. If it does, a webhook that was paused goes on."""
        player = visitor.who().id
        check_on(house)
        await spend(house, visitor)
        found = await house.store.webhooks.get(player)
        if found is None:
            raise Refused("no_webhook", TRIED)
        if house.get(Duty).caller.is_busy:
            raise Refused("too_many", TRIED, {"seconds": BUSY})
        body = payload.trial(found.language, f"{house.get(Duty).url}/")
        result = await house.get(Duty).caller.call(target_of(found.url), body)
        house.figures.webhooks[result] += 1
        if result == "sent":
            await house.store.webhooks.worked(player)
        else:
            await house.store.webhooks.failed(player, result, MOST_FAILURES)
        return Tried(result == "sent", result)


def check_on(house: House) -> None:
    if not house.get(Duty).is_on:
        raise Refused("webhooks_off", TRIED)


async def spend(house: House, visitor: Visitor) -> None:
    """By address, too: whoever is one guest after the other would keep all threads busy with slow names."""
    for whose in (visitor.whom, visitor.address):
        await house.shared_limits.spend("webhook", whose, TRIED)


async def shown(house: House, player: PlayerId) -> WebhookOut:
    found = await house.store.webhooks.get(player)
    if found is None:
        return WebhookOut(house.get(Duty).is_on)
    paused = found.paused is not None
    return WebhookOut(
        house.get(Duty).is_on, masked(found.url), found.created, found.failures, found.why, paused
    )

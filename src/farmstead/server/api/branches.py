"""Branches: playing on from a move of a game that is over, and choosing what chance brings there."""

from __future__ import annotations

from litestar import Controller, get, patch, post
from litestar.params import FromPath, JSONBody

from farmstead.messages import Done
from farmstead.server.branches import actions as branches
from farmstead.server.branches import compare, messages
from farmstead.server.http.dependencies import TheCore, TheLanguage, TheTable, TheVisitor


class BranchesController(Controller):
    """Games that go on from a move of another: tables like all others, but for where they begin."""

    path = "/studies/{name:str}/branches"
    tags = ("branches",)

    @post("/", summary="Play on from a move")
    async def make(
        self, core: TheCore, visitor: TheVisitor, name: FromPath[str], data: JSONBody[messages.BranchIn]
    ) -> messages.BranchOut:
        """A new table that begins after so many moves of that game, with the same luck, fresh luck, or luck
        that you choose. It is played at once, counts for nothing, and its record says where it comes from.
        """
        return await branches.branch(core, visitor, name, data)

    @get("/", summary="Who played on")
    async def listed(
        self, core: TheCore, visitor: TheVisitor, language: TheLanguage, name: FromPath[str]
    ) -> messages.Branches:
        """The games that go on from this one: your own, and those that are shared; newest first."""
        return await branches.of_study(core, visitor, name, language)

    @patch("/{code:str}", summary="Name a branch")
    async def change(
        self,
        core: TheCore,
        visitor: TheVisitor,
        name: FromPath[str],
        code: FromPath[str],
        data: JSONBody[messages.BranchChangeIn],
    ) -> messages.BranchOut:
        """For who made it: its title, and whether others find it at the game it left."""
        return await branches.change(core, visitor, name, code, data)


@get("/studies/{name:str}/compare/{other:str}", tags=["branches"], summary="Two games side by side")
async def compared(
    core: TheCore, visitor: TheVisitor, language: TheLanguage, name: FromPath[str], other: FromPath[str]
) -> messages.ComparedOut:
    """Where they part, and which of their positions belong together after that."""
    return await compare.compare(core, visitor, name, other, language)


class LuckController(Controller):
    """At a branch with chosen luck: chance waits until somebody says what it brings."""

    path = "/tables/{code:str}/luck"
    tags = ("branches",)

    @get("/", summary="What chance may bring")
    async def see(self, at: TheTable, language: TheLanguage) -> messages.LuckChoicesOut:
        """For whoever sits there: the event that is due, and what can come of it.

        `luck` in your position says when there is one.
        """
        at.core.limits.spend("read", at.visitor.rate_limit_key, "look")
        return await branches.luck(*at, language)

    @post("/", summary="Choose what chance brings", status_code=200)
    async def bring(self, at: TheTable, data: JSONBody[messages.LuckIn]) -> Done:
        """One of the outcomes, or the faces of the dice; without either, chance decides. What was brought for
        an event stays: whoever goes back and comes to it again finds the same.
        """
        return Done(*await branches.bring(*at, data))

"""The page of what is yours: name, account, devices, webhook."""

from __future__ import annotations

from typing import Final

from farmstead.server.http.page_cache import page_for_all

YOU: Final = ("page", "lobby", "yours", "webhook")
account_page: Final = page_for_all("/you", "accounts/page.html", YOU)

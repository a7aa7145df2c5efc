"""What is kept in memory: bounded, and what was used longest ago goes first."""

from __future__ import annotations

from farmstead.server.base.cache import LruCache


def test_what_was_used_longest_ago_goes_first() -> None:
    cache: LruCache[str, int] = LruCache(2)
    cache.put("a", 1)
    cache.put("b", 2)
    assert cache.get("a") == 1  # used: "b" is the older one now
    cache.put("c", 3)
    assert cache.get("b") is None and "b" not in cache
    assert cache.peek("a") == 1  # not used by that
    cache.put("d", 4)
    assert cache.get("a") is None and cache.get("c") == 3 and cache.get("d") == 4


def test_large_ones_take_more_room_and_the_newest_stays() -> None:
    cache: LruCache[str, bytes] = LruCache(10, len)
    for key in "abc":
        cache.put(key, b"1234")
    assert cache.get("a") is None and cache.get("b") == cache.get("c") == b"1234"
    cache.put("b", b"")  # in its place
    cache.put("d", b"123456")
    assert [key for key in "abcd" if key in cache] == ["b", "c", "d"]
    cache.put("e", bytes(50))
    assert [key for key in "abcde" if key in cache] == ["e"]


def test_entries_are_removed_by_key_and_by_value() -> None:
    cache: LruCache[str, int] = LruCache(3)
    for key, value in (("a", 1), ("b", 2), ("c", 1)):
        cache.put(key, value)
    cache.remove("b")
    cache.remove("nothing")
    cache.remove_value(1)
    assert not [key for key in "abc" if key in cache]
    for key in "abcd":  # the room is free again
        cache.put(key, 0)
    assert [key for key in "abcd" if key in cache] == ["b", "c", "d"]
    cache.clear()
    assert cache.get("d") is None

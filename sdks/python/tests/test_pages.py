from __future__ import annotations

import unittest
from typing import Any

from .scripted_server import Answer, both, refusal


def page(number: int, ids: str, total: int, **more: Any) -> Answer:
    data = [{"id": f"card_{each}"} for each in ids]
    return Answer(200, {"data": data, "pagination": {"page": number, "per_page": 2, "total": total, **more}})


def ids(items: list[Any]) -> str:
    return "".join(item.id.removeprefix("card_") for item in items)


def cursor_page(number: int, ids: str, cursor: str | None) -> Answer:
    return page(number, ids, 5, next_cursor=cursor)


class Pages(unittest.IsolatedAsyncioTestCase):
    async def test_all_items_of_all_pages_one_request_each(self) -> None:
        for face, server in both(page(1, "ab", 5), page(2, "cd", 5), page(3, "e", 5)):
            self.assertEqual(ids(await face.items(face.client.cards.list(status="active"))), "abcde")
            paths = ["?status=active", "?status=active&page=2", "?status=active&page=3"]
            self.assertEqual([seen.path for seen in server.seen], [f"/v1/cards{path}" for path in paths])

    async def test_a_list_is_walked_by_its_cursor_with_the_filters_it_began_with(self) -> None:
        for face, server in both(cursor_page(2, "dc", "after-c"), cursor_page(3, "ba", "after-a"), cursor_page(4, "", None)):
            listed = face.client.cards.list(status="active", page=2)
            self.assertEqual(ids(await face.items(listed)), "dcba")
            paths = ["?status=active&page=2", "?status=active&cursor=after-c", "?status=active&cursor=after-a"]
            self.assertEqual([seen.path for seen in server.seen], [f"/v1/cards{path}" for path in paths])

    async def test_a_page_says_where_the_next_begins(self) -> None:
        for face, _ in both(cursor_page(1, "ed", "after-d"), cursor_page(2, "cb", None)):
            first, last = await face.pages(face.client.cards.list())
            self.assertEqual((first.next_cursor, first.has_more), ("after-d", True))
            self.assertEqual((last.next_cursor, last.has_more), (None, False))
            self.assertEqual(last.to_dict()["pagination"]["next_cursor"], None)

    async def test_nothing_is_asked_before_the_first_item_or_after_the_last_needed(self) -> None:
        for face, server in both(page(1, "ab", 9)):
            listed = face.client.cards.list()
            self.assertEqual(server.seen, [])
            if face.is_async:
                await anext(aiter(listed))
            else:
                next(iter(listed))
            self.assertEqual(len(server.seen), 1)

    async def test_page_by_page(self) -> None:
        for face, _ in both(page(1, "ab", 3, total_pages=2), page(2, "c", 3, total_pages=2)):
            first, second = await face.pages(face.client.cards.list())
            self.assertEqual((ids(first.data), first.total, first.total_pages, first.has_more), ("ab", 3, 2, True))
            self.assertEqual((ids(list(second)), second.page, second.has_more, len(second)), ("c", 2, False, 1))

    async def test_a_full_last_page_costs_no_further_request(self) -> None:
        for face, server in both(page(1, "ab", 4), page(2, "cd", 4)):
            self.assertEqual(ids(await face.items(face.client.cards.list())), "abcd")
            self.assertEqual(len(server.seen), 2)

    async def test_a_capped_total_is_not_the_end(self) -> None:
        for face, server in both(page(1, "ab", 2, total_capped=True), page(2, "c", 2, total_capped=True)):
            self.assertEqual(ids(await face.items(face.client.cards.list())), "abc")

    async def test_something_new_between_two_pages_shows_nothing_twice(self) -> None:
        for face, _ in both(page(1, "ab", 3), page(2, "bc", 4)):
            self.assertEqual(ids(await face.items(face.client.cards.list())), "abc")

    async def test_a_list_that_comes_whole_is_one_page(self) -> None:
        for face, server in both(Answer(200, {"data": [{"name": "a"}, {"name": "b"}]})):
            self.assertEqual([each.name for each in await face.items(face.client.categories.list())], ["a", "b"])
            self.assertEqual(len(server.seen), 1)

    async def test_each_page_is_retried(self) -> None:
        down = refusal(503, "service_unavailable")
        for face, _ in both(page(1, "ab", 3), down, page(2, "c", 3)):
            self.assertEqual(ids(await face.items(face.client.cards.list())), "abc")

    async def test_it_begins_where_it_is_told(self) -> None:
        for face, server in both(page(2, "cd", 5), page(3, "e", 5)):
            self.assertEqual(ids(await face.items(face.client.cards.list(page=2))), "cde")
            self.assertEqual(server.seen[1].path, "/v1/cards?page=3")

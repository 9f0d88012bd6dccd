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
    async def test_all_items_are_read_with_one_request_per_page(self) -> None:
        for face, server in both(page(1, "ab", 5), page(2, "cd", 5), page(3, "e", 5)):
            self.assertEqual(ids(await face.items(face.client.cards.list(status="active"))), "abcde")
            paths = ["?status=active", "?status=active&page=2", "?status=active&page=3"]
            self.assertEqual([seen.path for seen in server.seen], [f"/v1/cards{path}" for path in paths])

    async def test_a_list_is_read_by_cursor_with_the_filters_of_the_first_request(self) -> None:
        for face, server in both(cursor_page(2, "dc", "after-c"), cursor_page(3, "ba", "after-a"), cursor_page(4, "", None)):
            listed = face.client.cards.list(status="active", page=2)
            self.assertEqual(ids(await face.items(listed)), "dcba")
            paths = ["?status=active&page=2", "?status=active&cursor=after-c", "?status=active&cursor=after-a"]
            self.assertEqual([seen.path for seen in server.seen], [f"/v1/cards{path}" for path in paths])

    async def test_a_page_has_the_cursor_of_the_next_page(self) -> None:
        for face, _ in both(cursor_page(1, "ed", "after-d"), cursor_page(2, "cb", None)):
            first, last = await face.pages(face.client.cards.list())
            self.assertEqual((first.next_cursor, first.has_more), ("after-d", True))
            self.assertEqual((last.next_cursor, last.has_more), (None, False))
            self.assertEqual(last.to_dict()["pagination"]["next_cursor"], None)

    async def test_pages_are_requested_only_when_they_are_needed(self) -> None:
        for face, server in both(page(1, "ab", 9)):
            listed = face.client.cards.list()
            self.assertEqual(server.seen, [])
            if face.is_async:
                await anext(aiter(listed))
            else:
                next(iter(listed))
            self.assertEqual(len(server.seen), 1)

    async def test_a_list_can_be_read_page_by_page(self) -> None:
        for face, _ in both(page(1, "ab", 3, total_pages=2), page(2, "c", 3, total_pages=2)):
            first, second = await face.pages(face.client.cards.list())
            self.assertEqual((ids(first.data), first.total, first.total_pages, first.has_more), ("ab", 3, 2, True))
            self.assertEqual((ids(list(second)), second.page, second.has_more, len(second)), ("c", 2, False, 1))

    async def test_a_full_last_page_causes_no_further_request(self) -> None:
        for face, server in both(page(1, "ab", 4), page(2, "cd", 4)):
            self.assertEqual(ids(await face.items(face.client.cards.list())), "abcd")
            self.assertEqual(len(server.seen), 2)

    async def test_a_capped_total_does_not_end_the_list(self) -> None:
        for face, server in both(page(1, "ab", 2, total_capped=True), page(2, "c", 2, total_capped=True)):
            self.assertEqual(ids(await face.items(face.client.cards.list())), "abc")

    async def test_an_item_that_moves_to_the_next_page_is_returned_once(self) -> None:
        for face, _ in both(page(1, "ab", 3), page(2, "bc", 4)):
            self.assertEqual(ids(await face.items(face.client.cards.list())), "abc")

    async def test_a_list_without_pagination_is_one_page(self) -> None:
        for face, server in both(Answer(200, {"data": [{"name": "a"}, {"name": "b"}]})):
            self.assertEqual([each.name for each in await face.items(face.client.categories.list())], ["a", "b"])
            self.assertEqual(len(server.seen), 1)

    async def test_each_page_is_retried(self) -> None:
        down = refusal(503, "service_unavailable")
        for face, _ in both(page(1, "ab", 3), down, page(2, "c", 3)):
            self.assertEqual(ids(await face.items(face.client.cards.list())), "abc")

    async def test_a_list_begins_at_the_given_page(self) -> None:
        for face, server in both(page(2, "cd", 5), page(3, "e", 5)):
            self.assertEqual(ids(await face.items(face.client.cards.list(page=2))), "cde")
            self.assertEqual(server.seen[1].path, "/v1/cards?page=3")

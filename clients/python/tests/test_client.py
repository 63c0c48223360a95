"""The client against a real server, whose address and key are in MNEME_URL and MNEME_KEY."""

from __future__ import annotations

import os
import threading
import unittest
from datetime import datetime, timezone

from mneme_client import Client, MnemeError

URL = os.environ["MNEME_URL"]
KEY = os.environ["MNEME_KEY"]


class ClientTest(unittest.TestCase):
    def setUp(self) -> None:
        self.memory = Client(URL, KEY)

    def remember(self, text: str, **more: object) -> str:
        receipt = self.memory.remember(text=text, **more)
        return receipt["stored"][0]["id"]

    def test_a_memory_is_kept_found_changed_judged_and_forgotten(self) -> None:
        id = self.remember("The harbour closes at nine.", tags=["harbour"])
        hits = self.memory.search(query="when does the harbour close?")["hits"]
        self.assertIn(id, [hit["id"] for hit in hits])
        edited = self.memory.edit(id=id, set={"text": "The harbour closes at ten."}, if_version=1)
        self.assertEqual((edited["text"], edited["version"]), ("The harbour closes at ten.", 2))
        self.assertEqual(self.memory.feedback(id=id, verdict="helpful")["verdict"], "helpful")
        self.assertEqual(len(self.memory.history(id=id)), 3)
        self.assertEqual(self.memory.forget(id=id, reason="closed")["id"], id)
        self.assertIsNone(self.memory.get(id=id))

    def test_messages_are_heard_and_taught_something(self) -> None:
        receipt = self.memory.ingest(
            channel="general",
            author={"id": "ben", "name": "Ben"},
            text="I'm allergic to peanuts.",
            at=datetime(2026, 5, 1, 9, tzinfo=timezone.utc),
        )
        self.assertEqual(receipt["status"], "ok")
        self.assertIn("peanuts", receipt["stored"][0]["text"])

    def test_lists_and_filters_of_a_query_string_arrive(self) -> None:
        ids = [self.remember(f"Shelf {n} is blue.", tags=["shelves"]) for n in ("one", "two", "three")]
        page = self.memory.list(filter_tags=["shelves"], filter_kinds=["log", "fact"], limit=2)
        self.assertEqual([one["id"] for one in page], [ids[2], ids[1]])
        rest = self.memory.list(filter_tags=["shelves"], limit=2, after=page[-1]["id"])
        self.assertEqual([one["id"] for one in rest], [ids[0]])
        self.assertEqual(self.memory.list(filter_tags=["shelves"], filter_pinned=True), [])

    def test_a_context_fits_its_budget(self) -> None:
        self.remember("The ferry to the island costs four euros.")
        built = self.memory.context(query="the ferry", budget_tokens=200)
        self.assertLessEqual(built["tokens"], 200)

    def test_a_refusal_names_its_code_field_and_status(self) -> None:
        with self.assertRaises(MnemeError) as refused:
            self.memory.remember(text="x" * 5000, importance=9)
        self.assertEqual((refused.exception.code, refused.exception.status), ("invalid_input", 400))
        self.assertIn("importance", str(refused.exception))
        self.assertTrue(refused.exception.request_id)
        self.assertFalse(refused.exception.retryable)
        with self.assertRaises(MnemeError) as gone:
            self.memory.edit(id="none", set={"importance": 2})
        self.assertEqual(gone.exception.code, "not_found")

    def test_a_wrong_key_and_a_server_that_is_not_there_are_errors(self) -> None:
        with self.assertRaises(MnemeError) as refused:
            Client(URL, "mk_wrong_key").search(query="anything")
        self.assertEqual((refused.exception.code, refused.exception.status), ("unauthorized", 401))
        with self.assertRaises(MnemeError) as gone:
            Client("http://127.0.0.1:9", KEY, timeout=2).stats()
        self.assertEqual((gone.exception.code, gone.exception.retryable), ("store_unavailable", True))

    def test_an_id_cannot_lead_to_another_path(self) -> None:
        for id in ("..", ".", ""):
            with self.assertRaises(MnemeError) as refused:
                self.memory.get(id=id)
            self.assertEqual(refused.exception.code, "invalid_input")
        self.assertIsNone(self.memory.get(id="../keys?x=1#y"))

    def test_the_key_is_not_shown(self) -> None:
        self.assertNotIn(KEY, repr(self.memory))

    def test_several_threads_share_a_client(self) -> None:
        found: list[str] = []
        names = ["apple", "pear", "plum", "cherry"]
        work = [
            threading.Thread(target=lambda name=name: found.append(self.remember(f"The {name} tree is old.")))
            for name in names
        ]
        for one in work:
            one.start()
        for one in work:
            one.join()
        self.assertEqual(len(set(found)), len(names))


if __name__ == "__main__":
    unittest.main()

"""The operations of a Mneme server, as methods.

Made by scripts/python-client.ts from the server's OpenAPI description; do not edit it by hand.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date, datetime
from typing import Any

from .transport import Transport


class Client(Transport):
    """A client of one Mneme server: `Client("http://127.0.0.1:7420", "mk_...")`.

    Arguments that are left out, or `None`, are not sent. Answers are the JSON of the server as dicts and lists; `None` is
    nothing. A refusal is a `MnemeError` with its code.
    """

    def ingest(
        self,
        *,
        channel: str,
        author: Mapping[str, Any],
        text: str,
        thread: str | None = None,
        id: str | None = None,
        at: date | datetime | str | None = None,
        role: str | None = None,
        origin: str | None = None,
        scope: str | None = None,
        user: str | None = None,
        source: str | None = None,
        metadata: Mapping[str, Any] | None = None,
    ) -> Any:
        """Take in a message: it is kept and read for facts, and the receipt says what became of it.

        id: The platform's own id; the same id is heard once.
        user: The owner, when the scope is `user`.
        source: How it came in, when not as text: `voice`.
        metadata: Free-form JSON: at most 8 KiB, 128 keys and 4 levels. Never part of a prompt.
        """
        return self._call(
            "POST",
            "/v1/messages",
            {
                "channel": channel,
                "thread": thread,
                "id": id,
                "at": at,
                "author": author,
                "text": text,
                "role": role,
                "origin": origin,
                "scope": scope,
                "user": user,
                "source": source,
                "metadata": metadata,
            },
        )

    def remember(
        self,
        *,
        text: str,
        kind: str | None = None,
        tier: str | None = None,
        title: str | None = None,
        scope: str | None = None,
        user: str | None = None,
        subject: str | None = None,
        category: str | None = None,
        tags: Sequence[Any] | None = None,
        section: str | None = None,
        topic_id: str | None = None,
        supersedes: str | None = None,
        confidence: float | None = None,
        importance: float | None = None,
        pinned: bool | None = None,
        stability: str | None = None,
        ttl_days: float | None = None,
        sensitivity: str | None = None,
        evidence: Sequence[Any] | None = None,
        derived_from: Sequence[Any] | None = None,
        participants: Sequence[Any] | None = None,
        valid_from: date | datetime | str | None = None,
        valid_to: date | datetime | str | None = None,
        field: str | None = None,
        origin: str | None = None,
        agent: str | None = None,
        run: str | None = None,
        actor: str | None = None,
        role: str | None = None,
        job_id: str | None = None,
        channel: str | None = None,
        thread: str | None = None,
        source: str | None = None,
        metadata: Mapping[str, Any] | None = None,
    ) -> Any:
        """Store one memory as it is told; the receipt says what became of it.

        kind: A `log` is a plain note.
        tier: The vault's word for its kinds.
        scope: `shared`, `user`, or an agent's name.
        supersedes: The id of the note or soul whose place it takes.
        field: Which field of a profile it is about; `goals_add` is another name of `goals`.
        source: What the vault file says of how it came in; no trust hangs on it.
        metadata: Free-form JSON: at most 8 KiB, 128 keys and 4 levels. Never part of a prompt.
        """
        return self._call(
            "POST",
            "/v1/memories",
            {
                "kind": kind,
                "tier": tier,
                "text": text,
                "title": title,
                "scope": scope,
                "user": user,
                "subject": subject,
                "category": category,
                "tags": tags,
                "section": section,
                "topicId": topic_id,
                "supersedes": supersedes,
                "confidence": confidence,
                "importance": importance,
                "pinned": pinned,
                "stability": stability,
                "ttlDays": ttl_days,
                "sensitivity": sensitivity,
                "evidence": evidence,
                "derivedFrom": derived_from,
                "participants": participants,
                "validFrom": valid_from,
                "validTo": valid_to,
                "field": field,
                "origin": origin,
                "agent": agent,
                "run": run,
                "actor": actor,
                "role": role,
                "jobId": job_id,
                "channel": channel,
                "thread": thread,
                "source": source,
                "metadata": metadata,
            },
        )

    def remember_line(
        self,
        *,
        line: str | None = None,
        reply: str | None = None,
        agent: str | None = None,
        channel: str | None = None,
        form: str | None = None,
    ) -> Any:
        """Keep a line of lore: something about the group rather than about one person.

        reply: A model's reply as JSON, in place of `line`: its `memoryLine` is kept, if it has one.
        form: `labelled` keeps it as `Memory line: <line>.`, as a line of a reply always is.
        """
        return self._call(
            "POST",
            "/v1/lore",
            {
                "line": line,
                "reply": reply,
                "agent": agent,
                "channel": channel,
                "form": form,
            },
        )

    def remember_many(
        self,
        *,
        lines: Sequence[Any],
        user: str | None = None,
        agent: str | None = None,
        actor: str | None = None,
        role: str | None = None,
        origin: str | None = None,
        scope: str | None = None,
        run: str | None = None,
        job_id: str | None = None,
        channel: str | None = None,
        thread: str | None = None,
    ) -> Any:
        """Remember many lines of one writer in one commit; each has a receipt of its own.

        scope: `shared`, `user`, or an agent's name.
        """
        return self._call(
            "POST",
            "/v1/memories/many",
            {
                "user": user,
                "agent": agent,
                "actor": actor,
                "role": role,
                "origin": origin,
                "scope": scope,
                "run": run,
                "jobId": job_id,
                "channel": channel,
                "thread": thread,
                "lines": lines,
            },
        )

    def search(
        self,
        *,
        query: str,
        agent: str | None = None,
        user: str | None = None,
        limit: int | None = None,
        over: str | None = None,
        kinds: Sequence[Any] | None = None,
        filters: Mapping[str, Any] | None = None,
        channel: str | None = None,
        as_of: date | datetime | str | None = None,
        valid_at: date | datetime | str | None = None,
        strict: bool | None = None,
        words_only: bool | None = None,
        threshold: float | None = None,
        explain: bool | None = None,
    ) -> Any:
        """Find what is known about something, with the reasons and the way back to what was said.

        agent: Looks as this agent: `shared`, its own scope and its categories.
        user: Looks as, or on behalf of, this user.
        limit: Clamped to 1..24.
        strict: False: something weak rather than nothing.
        words_only: Looks by words alone, not by meaning.
        """
        return self._call(
            "POST",
            "/v1/search",
            {
                "agent": agent,
                "user": user,
                "query": query,
                "limit": limit,
                "over": over,
                "kinds": kinds,
                "filters": filters,
                "channel": channel,
                "asOf": as_of,
                "validAt": valid_at,
                "strict": strict,
                "wordsOnly": words_only,
                "threshold": threshold,
                "explain": explain,
            },
        )

    def answer(
        self,
        *,
        question: str,
        agent: str | None = None,
        user: str | None = None,
        limit: int | None = None,
        filters: Mapping[str, Any] | None = None,
        channel: str | None = None,
    ) -> Any:
        """Answer a question out of what is known, citing the lines it rests on, or say that nothing supports an answer.

        agent: Looks as this agent: `shared`, its own scope and its categories.
        user: Looks as, or on behalf of, this user.
        limit: At most so many lines are looked at.
        """
        return self._call(
            "POST",
            "/v1/answer",
            {
                "agent": agent,
                "user": user,
                "question": question,
                "limit": limit,
                "filters": filters,
                "channel": channel,
            },
        )

    def query(
        self,
        *,
        query: str,
        agent: str | None = None,
        user: str | None = None,
        categories: Sequence[Any] | None = None,
        filters: Mapping[str, Any] | None = None,
        top_k: int | None = None,
        threshold: float | None = None,
        return_: str | None = None,
        budget_tokens: int | None = None,
    ) -> Any:
        """One question over memories for an agent, filtered inside the database, as bullets or whole.

        agent: Looks as this agent: `shared`, its own scope and its categories.
        user: Looks as, or on behalf of, this user.
        """
        return self._call(
            "POST",
            "/v1/query",
            {
                "agent": agent,
                "user": user,
                "query": query,
                "categories": categories,
                "filters": filters,
                "top_k": top_k,
                "threshold": threshold,
                "return": return_,
                "budget_tokens": budget_tokens,
            },
        )

    def context(
        self,
        *,
        agent: str | None = None,
        user: str | None = None,
        style: str | None = None,
        query: str | None = None,
        budget_tokens: int | None = None,
        thread: str | None = None,
        since_revision: int | None = None,
        channel: str | None = None,
        participants: Sequence[Any] | None = None,
        mentions: Sequence[Any] | None = None,
        as_of: date | datetime | str | None = None,
        valid_at: date | datetime | str | None = None,
        fence: bool | None = None,
    ) -> Any:
        """The lines that matter now, fenced as data, inside a token budget, after what changed lately.

        agent: Looks as this agent: `shared`, its own scope and its categories.
        user: Looks as, or on behalf of, this user.
        """
        return self._call(
            "POST",
            "/v1/context",
            {
                "agent": agent,
                "user": user,
                "style": style,
                "query": query,
                "budgetTokens": budget_tokens,
                "thread": thread,
                "sinceRevision": since_revision,
                "channel": channel,
                "participants": participants,
                "mentions": mentions,
                "asOf": as_of,
                "validAt": valid_at,
                "fence": fence,
            },
        )

    def get(
        self,
        *,
        id: str,
        agent: str | None = None,
        user: str | None = None,
    ) -> Any:
        """One memory, or nothing when it is not there or not yours to see.

        agent: Looks as this agent: `shared`, its own scope and its categories.
        user: Looks as, or on behalf of, this user.
        """
        return self._call(
            "GET",
            "/v1/memories/{id}",
            {
                "id": id,
                "agent": agent,
                "user": user,
            },
        )

    def list(
        self,
        *,
        agent: str | None = None,
        user: str | None = None,
        filter_user: str | None = None,
        filter_subject: str | None = None,
        filter_agent: str | None = None,
        filter_run: str | None = None,
        filter_actor: str | None = None,
        filter_role: str | None = None,
        filter_scope: str | None = None,
        filter_kinds: Sequence[Any] | None = None,
        filter_categories: Sequence[Any] | None = None,
        filter_tags: Sequence[Any] | None = None,
        filter_topic_id: str | None = None,
        filter_ids: Sequence[Any] | None = None,
        filter_channel: str | None = None,
        filter_pinned: bool | None = None,
        filter_importance_min: float | None = None,
        filter_importance_max: float | None = None,
        filter_updated_after: date | datetime | str | None = None,
        filter_updated_before: date | datetime | str | None = None,
        filter_created_after: date | datetime | str | None = None,
        filter_created_before: date | datetime | str | None = None,
        filter_metadata: Mapping[str, Any] | None = None,
        filter_contains: str | None = None,
        states: Sequence[Any] | None = None,
        limit: int | None = None,
        after: str | None = None,
        as_of: date | datetime | str | None = None,
        valid_at: date | datetime | str | None = None,
        cursor: str | None = None,
    ) -> Any:
        """Memories, newest first, filtered inside the database.

        agent: Looks as this agent: `shared`, its own scope and its categories.
        user: Looks as, or on behalf of, this user.
        filter_metadata: A condition on metadata: { "field": "team", "eq": "red" } with eq, ne, in, gt, gte, lt, lte or exists, joined by and, or, not.
        filter_contains: Stands in the text: words however written, signs as they are.
        after: The id of the last one seen.
        """
        return self._call(
            "GET",
            "/v1/memories",
            {
                "agent": agent,
                "user": user,
                "filter.user": filter_user,
                "filter.subject": filter_subject,
                "filter.agent": filter_agent,
                "filter.run": filter_run,
                "filter.actor": filter_actor,
                "filter.role": filter_role,
                "filter.scope": filter_scope,
                "filter.kinds": filter_kinds,
                "filter.categories": filter_categories,
                "filter.tags": filter_tags,
                "filter.topicId": filter_topic_id,
                "filter.ids": filter_ids,
                "filter.channel": filter_channel,
                "filter.pinned": filter_pinned,
                "filter.importanceMin": filter_importance_min,
                "filter.importanceMax": filter_importance_max,
                "filter.updatedAfter": filter_updated_after,
                "filter.updatedBefore": filter_updated_before,
                "filter.createdAfter": filter_created_after,
                "filter.createdBefore": filter_created_before,
                "filter.metadata": filter_metadata,
                "filter.contains": filter_contains,
                "states": states,
                "limit": limit,
                "after": after,
                "asOf": as_of,
                "validAt": valid_at,
                "cursor": cursor,
            },
        )

    def history(
        self,
        *,
        id: str,
        agent: str | None = None,
        user: str | None = None,
    ) -> Any:
        """Everything that happened to one memory, oldest first, with the text before and after.

        agent: Looks as this agent: `shared`, its own scope and its categories.
        user: Looks as, or on behalf of, this user.
        """
        return self._call(
            "GET",
            "/v1/memories/{id}/history",
            {
                "id": id,
                "agent": agent,
                "user": user,
            },
        )

    def retrieval(
        self,
        *,
        id: str,
        agent: str | None = None,
        user: str | None = None,
    ) -> Any:
        """How often a memory was handed out, and the parts of its score the last time; never for what question.

        agent: Looks as this agent: `shared`, its own scope and its categories.
        user: Looks as, or on behalf of, this user.
        """
        return self._call(
            "GET",
            "/v1/memories/{id}/retrieval",
            {
                "id": id,
                "agent": agent,
                "user": user,
            },
        )

    def delta(
        self,
        *,
        thread: str,
        agent: str | None = None,
        user: str | None = None,
        since: int | None = None,
        limit: int | None = None,
    ) -> Any:
        """What changed in a thread since a revision.

        agent: Looks as this agent: `shared`, its own scope and its categories.
        user: Looks as, or on behalf of, this user.
        """
        return self._call(
            "GET",
            "/v1/delta",
            {
                "agent": agent,
                "user": user,
                "thread": thread,
                "since": since,
                "limit": limit,
            },
        )

    def message(
        self,
        *,
        id: str,
        agent: str | None = None,
        user: str | None = None,
        radius: int | None = None,
    ) -> Any:
        """One message as it was kept, with what was said around it.

        agent: Looks as this agent: `shared`, its own scope and its categories.
        user: Looks as, or on behalf of, this user.
        """
        return self._call(
            "GET",
            "/v1/messages/{id}",
            {
                "id": id,
                "agent": agent,
                "user": user,
                "radius": radius,
            },
        )

    def edit_message(
        self,
        *,
        id: str,
        text: str,
        agent: str | None = None,
        user: str | None = None,
        actor: str | None = None,
    ) -> Any:
        """Change what a message says: what was made of the old words is withdrawn, the new ones are read.

        agent: Looks as this agent: `shared`, its own scope and its categories.
        user: Looks as, or on behalf of, this user.
        """
        return self._call(
            "PATCH",
            "/v1/messages/{id}",
            {
                "id": id,
                "agent": agent,
                "user": user,
                "actor": actor,
                "text": text,
            },
        )

    def withdraw_message(
        self,
        *,
        id: str,
        agent: str | None = None,
        user: str | None = None,
        actor: str | None = None,
        purge: bool | None = None,
    ) -> Any:
        """Take a message back, with its line in the journal and everything that rested on it alone.

        agent: Looks as this agent: `shared`, its own scope and its categories.
        user: Looks as, or on behalf of, this user.
        """
        return self._call(
            "DELETE",
            "/v1/messages/{id}",
            {
                "id": id,
                "agent": agent,
                "user": user,
                "actor": actor,
                "purge": purge,
            },
        )

    def quarantine(
        self,
        *,
        author: str,
        since: date | datetime | str,
        agent: str | None = None,
        user: str | None = None,
        actor: str | None = None,
        dry_run: bool | None = None,
    ) -> Any:
        """Take everything out of use that came from one author since a time, with all that was derived from it.

        agent: Looks as this agent: `shared`, its own scope and its categories.
        user: Looks as, or on behalf of, this user.
        dry_run: Say what would go, and change nothing.
        """
        return self._call(
            "POST",
            "/v1/quarantine",
            {
                "agent": agent,
                "user": user,
                "actor": actor,
                "author": author,
                "since": since,
                "dryRun": dry_run,
            },
        )

    def release(
        self,
        *,
        author: str,
        since: date | datetime | str,
        agent: str | None = None,
        user: str | None = None,
        actor: str | None = None,
    ) -> Any:
        """Undo a quarantine.

        agent: Looks as this agent: `shared`, its own scope and its categories.
        user: Looks as, or on behalf of, this user.
        """
        return self._call(
            "POST",
            "/v1/quarantine/release",
            {
                "agent": agent,
                "user": user,
                "actor": actor,
                "author": author,
                "since": since,
            },
        )

    def edit(
        self,
        *,
        id: str,
        set: Mapping[str, Any],
        agent: str | None = None,
        user: str | None = None,
        actor: str | None = None,
        if_version: int | None = None,
        origin: str | None = None,
    ) -> Any:
        """Change what a memory says or how it is filed; the old version stays in its history.

        agent: Looks as this agent: `shared`, its own scope and its categories.
        user: Looks as, or on behalf of, this user.
        origin: Whose words they are: an agent's are `assistant`, anybody else's `user`.
        """
        return self._call(
            "PATCH",
            "/v1/memories/{id}",
            {
                "id": id,
                "agent": agent,
                "user": user,
                "actor": actor,
                "set": set,
                "ifVersion": if_version,
                "origin": origin,
            },
        )

    def pin(
        self,
        *,
        id: str,
        agent: str | None = None,
        user: str | None = None,
        actor: str | None = None,
        pinned: bool | None = None,
    ) -> Any:
        """Keep a memory from being forgotten or archived by itself, or let go of it again.

        agent: Looks as this agent: `shared`, its own scope and its categories.
        user: Looks as, or on behalf of, this user.
        """
        return self._call(
            "POST",
            "/v1/memories/{id}/pin",
            {
                "id": id,
                "agent": agent,
                "user": user,
                "actor": actor,
                "pinned": pinned,
            },
        )

    def feedback(
        self,
        *,
        id: str,
        verdict: str,
        agent: str | None = None,
        user: str | None = None,
        actor: str | None = None,
        reason: str | None = None,
    ) -> Any:
        """Say that a memory helped or is wrong: it moves up or down among hits, until taken back.

        agent: Looks as this agent: `shared`, its own scope and its categories.
        user: Looks as, or on behalf of, this user.
        verdict: `none` takes back what was said before.
        """
        return self._call(
            "POST",
            "/v1/memories/{id}/feedback",
            {
                "id": id,
                "agent": agent,
                "user": user,
                "actor": actor,
                "verdict": verdict,
                "reason": reason,
            },
        )

    def forget(
        self,
        *,
        id: str,
        agent: str | None = None,
        user: str | None = None,
        actor: str | None = None,
        purge: bool | None = None,
        reason: str | None = None,
    ) -> Any:
        """Take a memory out of use; it can be restored for thirty days, unless it is purged at once.

        agent: Looks as this agent: `shared`, its own scope and its categories.
        user: Looks as, or on behalf of, this user.
        """
        return self._call(
            "DELETE",
            "/v1/memories/{id}",
            {
                "id": id,
                "agent": agent,
                "user": user,
                "actor": actor,
                "purge": purge,
                "reason": reason,
            },
        )

    def forget_many(
        self,
        *,
        ids: Sequence[Any],
        agent: str | None = None,
        user: str | None = None,
        actor: str | None = None,
        purge: bool | None = None,
        dry_run: bool | None = None,
    ) -> Any:
        """Forget many memories in one transaction.

        agent: Looks as this agent: `shared`, its own scope and its categories.
        user: Looks as, or on behalf of, this user.
        dry_run: Say what would go, and change nothing.
        """
        return self._call(
            "POST",
            "/v1/memories/forget",
            {
                "agent": agent,
                "user": user,
                "actor": actor,
                "ids": ids,
                "purge": purge,
                "dryRun": dry_run,
            },
        )

    def restore(
        self,
        *,
        id: str,
        agent: str | None = None,
        user: str | None = None,
        actor: str | None = None,
    ) -> Any:
        """Bring a forgotten, archived or replaced memory back.

        agent: Looks as this agent: `shared`, its own scope and its categories.
        user: Looks as, or on behalf of, this user.
        """
        return self._call(
            "POST",
            "/v1/memories/{id}/restore",
            {
                "id": id,
                "agent": agent,
                "user": user,
                "actor": actor,
            },
        )

    def merge(
        self,
        *,
        ids: Sequence[Any],
        agent: str | None = None,
        user: str | None = None,
        actor: str | None = None,
        text: str | None = None,
        into: str | None = None,
    ) -> Any:
        """Make one memory of several; the originals point at it and can be brought back.

        agent: Looks as this agent: `shared`, its own scope and its categories.
        user: Looks as, or on behalf of, this user.
        """
        return self._call(
            "POST",
            "/v1/memories/merge",
            {
                "agent": agent,
                "user": user,
                "actor": actor,
                "ids": ids,
                "text": text,
                "into": into,
            },
        )

    def unmerge(
        self,
        *,
        id: str,
        agent: str | None = None,
        user: str | None = None,
        actor: str | None = None,
    ) -> Any:
        """Undo a merge: the originals come back, the merged one goes.

        agent: Looks as this agent: `shared`, its own scope and its categories.
        user: Looks as, or on behalf of, this user.
        """
        return self._call(
            "POST",
            "/v1/memories/{id}/unmerge",
            {
                "id": id,
                "agent": agent,
                "user": user,
                "actor": actor,
            },
        )

    def promote(
        self,
        *,
        id: str,
        agent: str | None = None,
        user: str | None = None,
        actor: str | None = None,
        text: str | None = None,
    ) -> Any:
        """Raise a register to canon.

        agent: Looks as this agent: `shared`, its own scope and its categories.
        user: Looks as, or on behalf of, this user.
        """
        return self._call(
            "POST",
            "/v1/memories/{id}/promote",
            {
                "id": id,
                "agent": agent,
                "user": user,
                "actor": actor,
                "text": text,
            },
        )

    def profile(
        self,
        *,
        person: str,
        agent: str | None = None,
        user: str | None = None,
    ) -> Any:
        """What is known of a person, by section, every line with its sources.

        person: Whose profile.
        agent: Looks as this agent: `shared`, its own scope and its categories.
        user: Looks as, or on behalf of, this user.
        """
        return self._call(
            "GET",
            "/v1/people/{person}/profile",
            {
                "person": person,
                "agent": agent,
                "user": user,
            },
        )

    def correct_profile(
        self,
        *,
        person: str,
        trait_id: str,
        text: str,
        agent: str | None = None,
        user: str | None = None,
        actor: str | None = None,
    ) -> Any:
        """Put a profile line right; nothing automatic overrules the correction.

        person: Whose profile.
        agent: Looks as this agent: `shared`, its own scope and its categories.
        user: Looks as, or on behalf of, this user.
        """
        return self._call(
            "PATCH",
            "/v1/people/{person}/profile/{traitId}",
            {
                "person": person,
                "traitId": trait_id,
                "agent": agent,
                "user": user,
                "actor": actor,
                "text": text,
            },
        )

    def delete_profile(
        self,
        *,
        person: str,
        agent: str | None = None,
        user: str | None = None,
        actor: str | None = None,
        purge: bool | None = None,
    ) -> Any:
        """Delete every line of a person's profile.

        person: Whose profile.
        agent: Looks as this agent: `shared`, its own scope and its categories.
        user: Looks as, or on behalf of, this user.
        """
        return self._call(
            "DELETE",
            "/v1/people/{person}/profile",
            {
                "person": person,
                "agent": agent,
                "user": user,
                "actor": actor,
                "purge": purge,
            },
        )

    def review(
        self,
        *,
        agent: str | None = None,
        user: str | None = None,
        states: Sequence[Any] | None = None,
        about: str | None = None,
        limit: int | None = None,
    ) -> Any:
        """Proposals that need a person's decision: consent, held lines, merges and deletions.

        agent: Looks as this agent: `shared`, its own scope and its categories.
        user: Looks as, or on behalf of, this user.
        about: Only what concerns this person.
        """
        return self._call(
            "GET",
            "/v1/reviews",
            {
                "agent": agent,
                "user": user,
                "states": states,
                "about": about,
                "limit": limit,
            },
        )

    def approve(
        self,
        *,
        id: str,
        hash: str,
        agent: str | None = None,
        user: str | None = None,
        actor: str | None = None,
        text: str | None = None,
    ) -> Any:
        """Let a proposal through, as it was shown or in other words.

        agent: Looks as this agent: `shared`, its own scope and its categories.
        user: Looks as, or on behalf of, this user.
        hash: The hash that came with what was shown.
        """
        return self._call(
            "POST",
            "/v1/reviews/{id}/approve",
            {
                "id": id,
                "agent": agent,
                "user": user,
                "actor": actor,
                "hash": hash,
                "text": text,
            },
        )

    def reject(
        self,
        *,
        id: str,
        hash: str,
        agent: str | None = None,
        user: str | None = None,
        actor: str | None = None,
    ) -> Any:
        """Turn a proposal down.

        agent: Looks as this agent: `shared`, its own scope and its categories.
        user: Looks as, or on behalf of, this user.
        hash: The hash that came with what was shown.
        """
        return self._call(
            "POST",
            "/v1/reviews/{id}/reject",
            {
                "id": id,
                "agent": agent,
                "user": user,
                "actor": actor,
                "hash": hash,
            },
        )

    def erase(
        self,
        *,
        agent: str | None = None,
        user: str | None = None,
        actor: str | None = None,
        subject: str | None = None,
        message_id: str | None = None,
        mentions: str | None = None,
        names: Sequence[Any] | None = None,
        dry_run: bool | None = None,
    ) -> Any:
        """Erase a person or a message with everything that rests on it, in every table and file.

        agent: Looks as this agent: `shared`, its own scope and its categories.
        user: Looks as, or on behalf of, this user.
        mentions: What becomes of what other people said of the person. A dry run shows it.
        names: More names to find it by: nicknames, other spellings, inflected forms.
        dry_run: Say what would go, and change nothing.
        """
        return self._call(
            "POST",
            "/v1/erase",
            {
                "agent": agent,
                "user": user,
                "actor": actor,
                "subject": subject,
                "messageId": message_id,
                "mentions": mentions,
                "names": names,
                "dryRun": dry_run,
            },
        )

    def update_by_topic(
        self,
        *,
        topic_id: str,
        text: str,
        agent: str | None = None,
        user: str | None = None,
        actor: str | None = None,
        scope: str | None = None,
        category: str | None = None,
        tags: Sequence[Any] | None = None,
        source: str | None = None,
    ) -> Any:
        """Set the register of a topic: made when there is none, updated in place when there is one.

        agent: Looks as this agent: `shared`, its own scope and its categories.
        user: Looks as, or on behalf of, this user.
        """
        return self._call(
            "POST",
            "/v1/vault/topics/{topicId}",
            {
                "topicId": topic_id,
                "agent": agent,
                "user": user,
                "actor": actor,
                "text": text,
                "scope": scope,
                "category": category,
                "tags": tags,
                "source": source,
            },
        )

    def vault_search(
        self,
        *,
        query: str,
        agent: str | None = None,
        user: str | None = None,
        scope: str | None = None,
        limit: int | None = None,
    ) -> Any:
        """Search canon and registers by words shared, parts of words, and likeness.

        agent: Looks as this agent: `shared`, its own scope and its categories.
        user: Looks as, or on behalf of, this user.
        """
        return self._call(
            "GET",
            "/v1/vault/search",
            {
                "agent": agent,
                "user": user,
                "scope": scope,
                "query": query,
                "limit": limit,
            },
        )

    def vault_candidates(
        self,
        *,
        agent: str | None = None,
        user: str | None = None,
        scope: str | None = None,
        floor: float | None = None,
    ) -> Any:
        """Pairs of vault records so alike that someone may want to merge them.

        agent: Looks as this agent: `shared`, its own scope and its categories.
        user: Looks as, or on behalf of, this user.
        """
        return self._call(
            "GET",
            "/v1/vault/candidates",
            {
                "agent": agent,
                "user": user,
                "scope": scope,
                "floor": floor,
            },
        )

    def vault_deletions(
        self,
        *,
        agent: str | None = None,
        user: str | None = None,
        scope: str | None = None,
    ) -> Any:
        """Vault records that may be deleted, each with the reasons; nothing is deleted yet.

        agent: Looks as this agent: `shared`, its own scope and its categories.
        user: Looks as, or on behalf of, this user.
        """
        return self._call(
            "GET",
            "/v1/vault/deletions",
            {
                "agent": agent,
                "user": user,
                "scope": scope,
            },
        )

    def vault_stats(
        self,
        *,
        agent: str | None = None,
        user: str | None = None,
        scope: str | None = None,
    ) -> Any:
        """How full the vault is, by scope, tier and category, and how much of its file is history.

        agent: Looks as this agent: `shared`, its own scope and its categories.
        user: Looks as, or on behalf of, this user.
        """
        return self._call(
            "GET",
            "/v1/vault/stats",
            {
                "agent": agent,
                "user": user,
                "scope": scope,
            },
        )

    def compact_vault(
        self,
        *,
        actor: str | None = None,
    ) -> Any:
        """Rewrite this tenant's lines of the vault file to the latest version of each memory."""
        return self._call(
            "POST",
            "/v1/vault/compact",
            {
                "actor": actor,
            },
        )

    def snapshot(
        self,
        *,
        agent: str | None = None,
        user: str | None = None,
    ) -> Any:
        """The snapshot as it was written last, or as it would be written where there are no files.

        agent: Looks as this agent: `shared`, its own scope and its categories.
        user: Looks as, or on behalf of, this user.
        """
        return self._call(
            "GET",
            "/v1/snapshot",
            {
                "agent": agent,
                "user": user,
            },
        )

    def refresh_snapshot(
        self,
        *,
        agent: str | None = None,
        user: str | None = None,
    ) -> Any:
        """Write the snapshot now, and give it.

        agent: Looks as this agent: `shared`, its own scope and its categories.
        user: Looks as, or on behalf of, this user.
        """
        return self._call(
            "POST",
            "/v1/snapshot/refresh",
            {
                "agent": agent,
                "user": user,
            },
        )

    def overview(
        self,
        *,
        agent: str | None = None,
        user: str | None = None,
        days: int | None = None,
    ) -> Any:
        """What was learned in the last day, how much there is and how it grew, what waits, and what it cost today.

        agent: Looks as this agent: `shared`, its own scope and its categories.
        user: Looks as, or on behalf of, this user.
        """
        return self._call(
            "GET",
            "/v1/overview",
            {
                "agent": agent,
                "user": user,
                "days": days,
            },
        )

    def facets(
        self,
        *,
        agent: str | None = None,
        user: str | None = None,
        filter_user: str | None = None,
        filter_subject: str | None = None,
        filter_agent: str | None = None,
        filter_run: str | None = None,
        filter_actor: str | None = None,
        filter_role: str | None = None,
        filter_scope: str | None = None,
        filter_kinds: Sequence[Any] | None = None,
        filter_categories: Sequence[Any] | None = None,
        filter_tags: Sequence[Any] | None = None,
        filter_topic_id: str | None = None,
        filter_ids: Sequence[Any] | None = None,
        filter_channel: str | None = None,
        filter_pinned: bool | None = None,
        filter_importance_min: float | None = None,
        filter_importance_max: float | None = None,
        filter_updated_after: date | datetime | str | None = None,
        filter_updated_before: date | datetime | str | None = None,
        filter_created_after: date | datetime | str | None = None,
        filter_created_before: date | datetime | str | None = None,
        filter_metadata: Mapping[str, Any] | None = None,
        filter_contains: str | None = None,
        states: Sequence[Any] | None = None,
    ) -> Any:
        """How many memories there are by kind, state, category, person and tag, under a filter.

        agent: Looks as this agent: `shared`, its own scope and its categories.
        user: Looks as, or on behalf of, this user.
        filter_metadata: A condition on metadata: { "field": "team", "eq": "red" } with eq, ne, in, gt, gte, lt, lte or exists, joined by and, or, not.
        filter_contains: Stands in the text: words however written, signs as they are.
        """
        return self._call(
            "GET",
            "/v1/facets",
            {
                "agent": agent,
                "user": user,
                "filter.user": filter_user,
                "filter.subject": filter_subject,
                "filter.agent": filter_agent,
                "filter.run": filter_run,
                "filter.actor": filter_actor,
                "filter.role": filter_role,
                "filter.scope": filter_scope,
                "filter.kinds": filter_kinds,
                "filter.categories": filter_categories,
                "filter.tags": filter_tags,
                "filter.topicId": filter_topic_id,
                "filter.ids": filter_ids,
                "filter.channel": filter_channel,
                "filter.pinned": filter_pinned,
                "filter.importanceMin": filter_importance_min,
                "filter.importanceMax": filter_importance_max,
                "filter.updatedAfter": filter_updated_after,
                "filter.updatedBefore": filter_updated_before,
                "filter.createdAfter": filter_created_after,
                "filter.createdBefore": filter_created_before,
                "filter.metadata": filter_metadata,
                "filter.contains": filter_contains,
                "states": states,
            },
        )

    def graph(
        self,
        *,
        agent: str | None = None,
        user: str | None = None,
        ids: Sequence[Any] | None = None,
        subject: str | None = None,
        limit: int | None = None,
        as_of: date | datetime | str | None = None,
    ) -> Any:
        """How memories hang together: at some of them, of one person, or the strongest of all.

        agent: Looks as this agent: `shared`, its own scope and its categories.
        user: Looks as, or on behalf of, this user.
        limit: How many edges at most.
        """
        return self._call(
            "GET",
            "/v1/graph",
            {
                "agent": agent,
                "user": user,
                "ids": ids,
                "subject": subject,
                "limit": limit,
                "asOf": as_of,
            },
        )

    def conversations(
        self,
        *,
        agent: str | None = None,
        user: str | None = None,
        limit: int | None = None,
        after: str | None = None,
        cursor: str | None = None,
    ) -> Any:
        """Channels in which something was said, the one heard last first.

        agent: Looks as this agent: `shared`, its own scope and its categories.
        user: Looks as, or on behalf of, this user.
        after: The channel of the last one seen.
        """
        return self._call(
            "GET",
            "/v1/conversations",
            {
                "agent": agent,
                "user": user,
                "limit": limit,
                "after": after,
                "cursor": cursor,
            },
        )

    def messages(
        self,
        *,
        channel: str,
        agent: str | None = None,
        user: str | None = None,
        before: str | None = None,
        limit: int | None = None,
    ) -> Any:
        """What was said in a channel, newest first, each with the memories that rest on it.

        agent: Looks as this agent: `shared`, its own scope and its categories.
        user: Looks as, or on behalf of, this user.
        before: The id of the last one seen.
        """
        return self._call(
            "GET",
            "/v1/messages",
            {
                "agent": agent,
                "user": user,
                "channel": channel,
                "before": before,
                "limit": limit,
            },
        )

    def taught(
        self,
        *,
        message_id: str,
        agent: str | None = None,
        user: str | None = None,
    ) -> Any:
        """The memories that rest on a message, the oldest first; none of those forgotten since.

        agent: Looks as this agent: `shared`, its own scope and its categories.
        user: Looks as, or on behalf of, this user.
        """
        return self._call(
            "GET",
            "/v1/messages/{messageId}/taught",
            {
                "messageId": message_id,
                "agent": agent,
                "user": user,
            },
        )

    def people(
        self,
        *,
        agent: str | None = None,
        user: str | None = None,
        limit: int | None = None,
        after: str | None = None,
        q: str | None = None,
        cursor: str | None = None,
    ) -> Any:
        """Everyone who spoke or of whom something is known, whoever was heard last first.

        agent: Looks as this agent: `shared`, its own scope and its categories.
        user: Looks as, or on behalf of, this user.
        after: The id of the last person seen.
        q: A part of a name or an id.
        """
        return self._call(
            "GET",
            "/v1/people",
            {
                "agent": agent,
                "user": user,
                "limit": limit,
                "after": after,
                "q": q,
                "cursor": cursor,
            },
        )

    def usage(
        self,
        *,
        agent: str | None = None,
        user: str | None = None,
        days: int | None = None,
    ) -> Any:
        """Tokens that models took, by day and model, the newest day first.

        agent: Looks as this agent: `shared`, its own scope and its categories.
        user: Looks as, or on behalf of, this user.
        """
        return self._call(
            "GET",
            "/v1/usage",
            {
                "agent": agent,
                "user": user,
                "days": days,
            },
        )

    def agents(
        self,
        *,
        agent: str | None = None,
        user: str | None = None,
    ) -> Any:
        """The categories there are, and which of them each agent may read.

        agent: Looks as this agent: `shared`, its own scope and its categories.
        user: Looks as, or on behalf of, this user.
        """
        return self._call(
            "GET",
            "/v1/agents",
            {
                "agent": agent,
                "user": user,
            },
        )

    def settings(
        self,
    ) -> Any:
        """The settings in force, with what each is for; passwords are masked."""
        return self._call(
            "GET",
            "/v1/settings",
            {
            },
        )

    def schedule(
        self,
        *,
        agent: str | None = None,
        user: str | None = None,
    ) -> Any:
        """What runs by itself, when it ran last, and when it runs next.

        agent: Looks as this agent: `shared`, its own scope and its categories.
        user: Looks as, or on behalf of, this user.
        """
        return self._call(
            "GET",
            "/v1/schedule",
            {
                "agent": agent,
                "user": user,
            },
        )

    def stats(
        self,
        *,
        agent: str | None = None,
        user: str | None = None,
    ) -> Any:
        """Counts by kind, state, scope and category, and what the store is.

        agent: Looks as this agent: `shared`, its own scope and its categories.
        user: Looks as, or on behalf of, this user.
        """
        return self._call(
            "GET",
            "/v1/stats",
            {
                "agent": agent,
                "user": user,
            },
        )

    def events(
        self,
        *,
        agent: str | None = None,
        user: str | None = None,
        limit: int | None = None,
        op: str | None = None,
        counts: bool | None = None,
    ) -> Any:
        """The action log, newest first: what was extracted, stored and embedded, and what failed.

        agent: Looks as this agent: `shared`, its own scope and its categories.
        user: Looks as, or on behalf of, this user.
        counts: Whether to count them all, too.
        """
        return self._call(
            "GET",
            "/v1/events",
            {
                "agent": agent,
                "user": user,
                "limit": limit,
                "op": op,
                "counts": counts,
            },
        )

    def report_error(
        self,
        *,
        op: str,
        code: str,
    ) -> Any:
        """Put a failure of the program around the engine among the events.

        op: Which part of the program failed.
        code: What went wrong, as a code: no words of anybody.
        """
        return self._call(
            "POST",
            "/v1/events",
            {
                "op": op,
                "code": code,
            },
        )

    def jobs(
        self,
        *,
        states: Sequence[Any] | None = None,
        limit: int | None = None,
    ) -> Any:
        """Jobs that wait, run, or were given up after too many tries."""
        return self._call(
            "GET",
            "/v1/jobs",
            {
                "states": states,
                "limit": limit,
            },
        )

    def retry_job(
        self,
        *,
        id: str,
    ) -> Any:
        """Put a job that was given up back into the queue."""
        return self._call(
            "POST",
            "/v1/jobs/{id}/retry",
            {
                "id": id,
            },
        )

    def upkeep(
        self,
        *,
        name: str,
        dry_run: bool | None = None,
        confirm: bool | None = None,
        repair: bool | None = None,
    ) -> Any:
        """Run an upkeep job now, or say what it would do."""
        return self._call(
            "POST",
            "/v1/jobs/run",
            {
                "name": name,
                "dryRun": dry_run,
                "confirm": confirm,
                "repair": repair,
            },
        )

    def webhooks(
        self,
    ) -> Any:
        """Where events of this tenant are sent, and what waits or was given up."""
        return self._call(
            "GET",
            "/v1/webhooks",
            {
            },
        )

    def test_webhook(
        self,
        *,
        webhook: str,
    ) -> Any:
        """Send the event `webhook.test` to a webhook now, and say what came back.

        webhook: The name of a webhook.
        """
        return self._call(
            "POST",
            "/v1/webhooks/{webhook}/test",
            {
                "webhook": webhook,
            },
        )

    def audit(
        self,
        *,
        actor: str | None = None,
        after: int | None = None,
        limit: int | None = None,
        newest: bool | None = None,
        act: str | None = None,
        target: str | None = None,
        cursor: str | None = None,
    ) -> Any:
        """Who did what on purpose, in order. No entry holds any content.

        after: The `seq` of the last one seen.
        newest: Newest first instead of in order.
        act: Only this act, such as `forget`.
        target: Only what was done to this memory, review, key or import.
        """
        return self._call(
            "GET",
            "/v1/audit",
            {
                "actor": actor,
                "after": after,
                "limit": limit,
                "newest": newest,
                "act": act,
                "target": target,
                "cursor": cursor,
            },
        )

    def verify_audit(
        self,
        *,
        actor: str | None = None,
    ) -> Any:
        """Check the audit trail from its first entry: nothing changed, removed or moved."""
        return self._call(
            "GET",
            "/v1/audit/verify",
            {
                "actor": actor,
            },
        )

    def create_key(
        self,
        *,
        role: str,
        name: str,
        actor: str | None = None,
        agent: str | None = None,
        expires_at: date | datetime | str | None = None,
    ) -> Any:
        """Make a key; its text is in the answer and can never be read again.

        name: What it is for, to tell it from others.
        agent: The agent it acts for; a key of the role `agent` needs one.
        """
        return self._call(
            "POST",
            "/v1/keys",
            {
                "actor": actor,
                "role": role,
                "name": name,
                "agent": agent,
                "expiresAt": expires_at,
            },
        )

    def list_keys(
        self,
        *,
        actor: str | None = None,
    ) -> Any:
        """The keys of the tenant, newest first, with when each was used last; never the secrets."""
        return self._call(
            "GET",
            "/v1/keys",
            {
                "actor": actor,
            },
        )

    def revoke_key(
        self,
        *,
        id: str,
        actor: str | None = None,
    ) -> Any:
        """End a key at once."""
        return self._call(
            "DELETE",
            "/v1/keys/{id}",
            {
                "id": id,
                "actor": actor,
            },
        )

    def rotate_key(
        self,
        *,
        id: str,
        actor: str | None = None,
        overlap_seconds: int | None = None,
        expires_at: date | datetime | str | None = None,
    ) -> Any:
        """Make a new key of the same rights; the old one still works for a while."""
        return self._call(
            "POST",
            "/v1/keys/{id}/rotate",
            {
                "id": id,
                "actor": actor,
                "overlapSeconds": overlap_seconds,
                "expiresAt": expires_at,
            },
        )

    def import_(
        self,
        *,
        data: str,
        encoding: str | None = None,
        format: str | None = None,
        person: Mapping[str, Any] | None = None,
        channel: str | None = None,
        branches: bool | None = None,
        guild: str | None = None,
        vectors: str | None = None,
        scope: str | None = None,
        user: str | None = None,
        actor: str | None = None,
        dry_run: bool | None = None,
    ) -> Any:
        """Take in what another program remembers or has recorded; run again, it adds nothing.

        data: The file itself.
        format: Told from the file when absent.
        person: Who the nameless `user` is.
        channel: For messages that stand in none.
        branches: Also branches of a talk that were left.
        guild: The guild whose rows are this tenant's, when it is not called as the tenant is; `*` for every guild.
        vectors: The model of the source's vectors, if it names none.
        user: The owner, when the scope is `user`.
        dry_run: Report what would happen, on a copy.
        """
        return self._call(
            "POST",
            "/v1/imports",
            {
                "data": data,
                "encoding": encoding,
                "format": format,
                "person": person,
                "channel": channel,
                "branches": branches,
                "guild": guild,
                "vectors": vectors,
                "scope": scope,
                "user": user,
                "actor": actor,
                "dryRun": dry_run,
            },
        )

    def imports(
        self,
        *,
        actor: str | None = None,
    ) -> Any:
        """The imports there were, newest first."""
        return self._call(
            "GET",
            "/v1/imports",
            {
                "actor": actor,
            },
        )

    def import_undo(
        self,
        *,
        id: str,
        actor: str | None = None,
        dry_run: bool | None = None,
        confirm: bool | None = None,
    ) -> Any:
        """Take an import back: exactly what it added, or first what that would be.

        confirm: Needed when much would go at once.
        """
        return self._call(
            "POST",
            "/v1/imports/{id}/undo",
            {
                "id": id,
                "actor": actor,
                "dryRun": dry_run,
                "confirm": confirm,
            },
        )

    def export(
        self,
        *,
        format: str | None = None,
        subject: str | None = None,
        actor: str | None = None,
    ) -> Any:
        """Everything a tenant has, or all that is kept of one person, as files.

        subject: Whose, for the format `privacy`.
        """
        return self._call(
            "POST",
            "/v1/export",
            {
                "format": format,
                "subject": subject,
                "actor": actor,
            },
        )

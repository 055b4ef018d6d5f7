import type { Break } from "../break.ts";

/** What is deleted, restored and removed; what was rehearsed; and where a citation stands. */
export const DELETIONS: readonly Break[] = [
  {
    name: "restored-too-late",
    breaks: "what is deleted can be restored when its retention is over, until the cron run comes",
    file: "src/storage/d1/collections/tombstones.ts",
    find: "OR dr.purge_at > ${now.getTime()})`",
    replace: "OR dr.purge_at > 0)`",
    tests: ["test/worker/service/purge.test.ts"],
  },
  {
    name: "removed-too-early",
    breaks: "what is deleted is removed for good before its retention is over",
    file: "src/storage/d1/service/purges.ts",
    find: "ex.purge_at <= ${now.getTime()}",
    replace: "ex.purge_at <= ${now.getTime()} + 1000",
    tests: ["test/worker/service/purge.test.ts"],
  },
  {
    name: "restored-by-its-maker",
    breaks: "who made a thread brings back what an owner has deleted",
    file: "src/storage/d1/collections/tombstones.ts",
    find: "coalesce(dr.deleted_by, dr.created_by) = ${actor}",
    replace: "dr.created_by = ${actor}",
    tests: ["test/worker/threads/tombstone-threads.test.ts"],
  },
  {
    name: "deleted-quotes-are-shown",
    breaks: "a thread shows the quotes of a deleted document",
    file: "src/domain/gone-quotes.ts",
    find: "return gone.flatMap(spellingsOf).reduce(",
    replace: "return gone.slice(gone.length).flatMap(spellingsOf).reduce(",
    tests: ["test/worker/threads/deleted-quotes.test.ts"],
  },
  {
    name: "away-is-not-told",
    breaks: "who was away while a document was deleted keeps its quotes",
    file: "src/thread-room/log/event-log.ts",
    find: "    const frame = resyncFrame(state.last_seq + 1);\n    this.#insert(state, frame);\n",
    replace: "    const frame = resyncFrame(state.last_seq);\n",
    tests: ["test/unit/event-log.test.ts"],
  },
  {
    name: "doomed-quotes-are-shown",
    breaks: "a thread shows the quotes of a document whose collection goes for good, until a step takes it",
    file: "src/storage/d1/core/access.ts",
    find: "(${isAliveAsset(alias)} AND EXISTS (",
    replace: "(${isAliveAsset(alias)} OR EXISTS (",
    tests: ["test/worker/threads/deleted-quotes.test.ts"],
  },
];

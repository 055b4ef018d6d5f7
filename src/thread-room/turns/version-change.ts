import { type AssertionName, CommitConflict } from "../../domain/conflicts.ts";
import type { Id } from "../../domain/ids.ts";
import { MAX_VERSIONS } from "../../storage/d1/answers/answer-places.ts";
import type { VersionChange } from "../../storage/d1/answers/answer-versions.ts";
import type { Writer } from "../../storage/d1/core/commit.ts";
import type { Database } from "../../storage/d1/core/database.ts";
import type { Turn } from "../queue/turn-store.ts";
import { POSTING_REFUSALS, type PostingRefusals } from "./posting-refusals.ts";
import type { Refused } from "./turn-outcome.ts";

const REFUSALS: PostingRefusals = {
  ...POSTING_REFUSALS,
  is_ended: { code: "failed_precondition", message: "This answer is still being written. Stop it first." },
  few_versions: { code: "resource_exhausted", message: `An answer has at most ${MAX_VERSIONS} versions.` },
  is_newest: { code: "failed_precondition", message: "Another version was chosen meanwhile." },
};

export function versionChangeOf({ threadId, slot, author, acceptedAt, ifVersion }: Turn): VersionChange {
  if (slot === null) throw new Error("the turn names no answer");
  return { threadId, slot, by: author.userId, at: acceptedAt, ifVersion };
}

/** Writes in the name of the turn's author; `eventKey` is known when it has. */
export function writerOfChange(db: Database, turn: Turn): { readonly writer: Writer; readonly eventKey: () => Id<"event"> | "" } {
  const { acceptedAt, author, operation, operationId, idempotency } = turn;
  let eventKey: Id<"event"> | "" = "";
  const onCommit = (committed: Id<"event">): void => {
    eventKey = committed;
  };
  const writer = { db, now: new Date(acceptedAt), actorId: author.userId, operation, operationId, idempotency, onCommit };
  return { writer, eventKey: () => eventKey };
}

/** @throws the error, when it is no refusal */
export function refusedAs(error: unknown): Refused {
  const name: AssertionName | null = error instanceof CommitConflict ? error.assertion : null;
  const refusal = name === null ? undefined : REFUSALS[name];
  if (refusal === undefined) throw error;
  return { kind: "refused", ...refusal };
}

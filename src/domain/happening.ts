import type { Id } from "./ids.ts";
import { SERVICE_USER_ID } from "./ids.ts";
import type { WebhookEvent } from "./webhook.ts";

/** An event of the audit log, and what is known of the message that it is about. */
export interface Happening {
  readonly id: Id<"event">;
  readonly operation: string;
  readonly actorId: string;
  readonly targetId: Id;
  /** A JSON object. */
  readonly changes: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** Of the target, if it is a message that is there. */
  readonly threadId: Id<"thread"> | null;
  readonly messageState: string | null;
  readonly isAnswer: 0 | 1;
}

/** What a webhook is told of it. */
export interface Told {
  readonly event: WebhookEvent;
  /** What tells it from all else: what has the same source is told once. */
  readonly source: string;
  readonly subjectId: Id;
  readonly threadId: Id<"thread"> | null;
}

/** By operation: what is about the target, whatever else the event says. */
const OF_OPERATIONS: Readonly<Record<string, WebhookEvent>> = {
  shareCollections: "share.changed",
  modifyCollectionPermissions: "share.changed",
  tombstoneAssets: "asset.deleted",
  tombstoneThreads: "thread.deleted",
  deleteCollections: "collection.deleted",
};
/** They are about a thread, which their changes name; their target is the link. */
const OF_LINKS = new Set(["shareThread", "endThreadLink"]);
/** By people, they are about a message that is there, and post none. */
const NO_POSTS = new Set(["askAgain", "chooseAnswer", "rateAnswer", "stopAnswer"]);

/** What happened, as webhooks are told of it; null: they are told nothing. */
export function toldOf(happening: Happening): Told | null {
  const { id, operation, actorId, targetId, threadId } = happening;
  const of = (event: WebhookEvent, told: Partial<Told> = {}): Told => ({ event, source: id, subjectId: targetId, threadId, ...told });
  const known = OF_OPERATIONS[operation];
  if (known !== undefined) return of(known);
  const { lifecycleState, threadId: linked } = JSON.parse(happening.changes) as Partial<Record<string, string>>;
  if (OF_LINKS.has(operation)) return linked === undefined ? null : of("share.changed", { subjectId: linked as Id<"thread"> });
  if (lifecycleState === "ready" || lifecycleState === "failed") return of(`asset.${lifecycleState}`);
  if (threadId === null) return null;
  const { isAnswer, messageState } = happening;
  // An answer that was asked for again is one more, whatever asked for it.
  if (actorId === SERVICE_USER_ID) return isAnswer === 1 && messageState === "done" ? of("answer.completed", { source: targetId }) : null;
  return isAnswer === 1 || NO_POSTS.has(operation) ? null : of("message.created");
}

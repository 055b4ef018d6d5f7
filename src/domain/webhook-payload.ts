import type { RecordedOperation } from "./operation-ids.ts";
import type { Id } from "./ids.ts";
import { SERVICE_USER_ID } from "./ids.ts";
import type { WebhookEvent } from "./webhook.ts";

/** An audit event, and the state of the message that it is about. */
export interface AuditEvent {
  readonly id: Id<"event">;
  readonly operation: RecordedOperation;
  readonly actorId: string;
  readonly targetId: Id;
  /** A JSON object. */
  readonly changes: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** The thread of the target message, if it exists. */
  readonly threadId: Id<"thread"> | null;
  readonly messageState: string | null;
  readonly isAnswer: 0 | 1;
}

/** The event's payload for webhooks. */
export interface WebhookPayload {
  readonly event: WebhookEvent;
  /** Deduplication key: events with the same source are sent once. */
  readonly source: string;
  readonly subjectId: Id;
  readonly threadId: Id<"thread"> | null;
}

/** Operations whose event is about the target. */
const OF_OPERATIONS: Readonly<Record<string, WebhookEvent>> = {
  shareCollections: "share.changed",
  modifyCollectionPermissions: "share.changed",
  tombstoneAssets: "asset.deleted",
  tombstoneThreads: "thread.deleted",
  deleteCollections: "collection.deleted",
};
/** Their target is the link. The changes contain the thread, which is the subject. */
const OF_LINKS = new Set(["shareThread", "endThreadLink"]);
/** Users' operations on existing messages that post none. */
const NO_POSTS = new Set(["askAgain", "chooseAnswer", "rateAnswer", "stopAnswer"]);

/** The webhook payload of an audit event. Null: webhooks receive nothing. */
export function payloadFor(happening: AuditEvent): WebhookPayload | null {
  const { id, operation, actorId, targetId, threadId } = happening;
  const of = (event: WebhookEvent, told: Partial<WebhookPayload> = {}): WebhookPayload => ({
    event,
    source: id,
    subjectId: targetId,
    threadId,
    ...told,
  });
  const known = OF_OPERATIONS[operation];
  if (known !== undefined) return of(known);
  const { lifecycleState, threadId: linked } = JSON.parse(happening.changes) as Partial<Record<string, string>>;
  if (OF_LINKS.has(operation)) return linked === undefined ? null : of("share.changed", { subjectId: linked as Id<"thread"> });
  if (lifecycleState === "ready" || lifecycleState === "failed") return of(`asset.${lifecycleState}`);
  if (threadId === null) return null;
  const { isAnswer, messageState } = happening;
  // Every new version of an answer is an event of its own.
  if (actorId === SERVICE_USER_ID) return isAnswer === 1 && messageState === "done" ? of("answer.completed", { source: targetId }) : null;
  return isAnswer === 1 || NO_POSTS.has(operation) ? null : of("message.created");
}

import type { RecordedOperation } from "./operation-ids.ts";
import type { Id } from "./ids.ts";
import { SERVICE_USER_ID } from "./ids.ts";
import { INVITATION_CREATED, type WebhookEvent } from "./webhook.ts";

/** An audit event, with the state of the message that is its target. */
export interface AuditEvent {
  readonly id: Id<"event">;
  readonly operation: RecordedOperation;
  readonly actorId: string;
  readonly targetId: Id;
  /** The changed fields, as JSON of an object. */
  readonly changes: string;
  /** Time of the event in milliseconds since 1970. */
  readonly at: number;
  /** Thread of the target message. Null if the message does not exist. */
  readonly threadId: Id<"thread"> | null;
  readonly messageState: string | null;
  readonly isAnswer: 0 | 1;
}

/** Payload of a webhook delivery for an audit event. */
export interface WebhookPayload {
  readonly event: WebhookEvent;
  /** Deduplication key. Webhooks receive events with the same source once. */
  readonly source: string;
  readonly subjectId: Id;
  readonly threadId: Id<"thread"> | null;
}

/** Operations whose webhook event has the target as its subject. */
const OF_OPERATIONS: Readonly<Record<string, WebhookEvent>> = {
  shareCollections: "share.changed",
  modifyCollectionPermissions: "share.changed",
  tombstoneAssets: "asset.deleted",
  tombstoneThreads: "thread.deleted",
  deleteCollections: "collection.deleted",
};
/** Operations on public links. The target is the link, and the subject is the thread in `changes`. */
const OF_LINKS = new Set(["shareThread", "endThreadLink"]);
/** Operations of users on existing messages. They post no new message. */
const NO_POSTS = new Set(["askAgain", "chooseAnswer", "rateAnswer", "stopAnswer"]);

/** Returns the webhook payloads of an audit event; none if webhooks receive no event for it. */
export function payloadsFor(happening: AuditEvent): WebhookPayload[] {
  const payload = payloadFor(happening);
  return payload === null ? [] : [payload, ...invitationsOf(happening)];
}

/** The invitations that a share has issued. */
function invitationsOf({ operation, changes }: AuditEvent): WebhookPayload[] {
  if (operation !== "shareCollections") return [];
  const { invitationIds = [] } = JSON.parse(changes) as {
    readonly invitationIds?: readonly Id<"token">[];
  };
  return invitationIds.map((id) => ({
    event: INVITATION_CREATED,
    source: id,
    subjectId: id,
    threadId: null,
  }));
}

function payloadFor(happening: AuditEvent): WebhookPayload | null {
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
  const { lifecycleState, threadId: linked } = JSON.parse(happening.changes) as Partial<
    Record<string, string>
  >;
  if (OF_LINKS.has(operation))
    return linked === undefined ? null : of("share.changed", { subjectId: linked as Id<"thread"> });
  if (lifecycleState === "ready" || lifecycleState === "failed") return of(`asset.${lifecycleState}`);
  if (threadId === null) return null;
  const { isAnswer, messageState } = happening;
  // Each new version of an answer is a separate event.
  if (actorId === SERVICE_USER_ID)
    return isAnswer === 1 && messageState === "done" ? of("answer.completed", { source: targetId }) : null;
  return isAnswer === 1 || NO_POSTS.has(operation) ? null : of("message.created");
}

import { type Id, idFromBytes } from "../../../src/domain/ids.ts";
import type { EventOf } from "../../../src/domain/events.ts";
import type { AcceptInput, ScopeDelta } from "../../../src/thread-room/api.ts";
import { testEnv } from "../setup/env.ts";
import { createUser, type Folder, grant, promptOf, type Workplace } from "./workplace.ts";
import { type Frame } from "../http/room-frames.ts";

export type KnowledgeChange = EventOf<"knowledgeChangeV1">;

/** The scope changes among the received frames. */
export function changesOf(frames: readonly Frame[]): KnowledgeChange[] {
  return frames.flatMap(
    (frame) => (frame as { knowledgeChangeV1?: KnowledgeChange }).knowledgeChangeV1 ?? [],
  );
}

/** The ids of a change, as strings. */
export function idsOf({ knowledge }: KnowledgeChange) {
  const { assetContext: assets, organizationContext: collections, world } = knowledge;
  return {
    addedAssets: assets.added.map((id) => idFromBytes("asset", id)),
    removedAssets: assets.removed.map((id) => idFromBytes("asset", id)),
    addedCollections: collections.added.map((id) => idFromBytes("col", id)),
    removedCollections: collections.removed.map((id) => idFromBytes("col", id)),
    world,
  };
}

const NOTHING: ScopeDelta = {
  addedAssetIds: [],
  removedAssetIds: [],
  addedCollectionIds: [],
  removedCollectionIds: [],
  world: null,
};

/** A change as the room would have accepted it from the owner's frame. */
export function changeOf(
  place: Workplace,
  delta: Partial<ScopeDelta>,
  more: Partial<AcceptInput> = {},
): AcceptInput {
  const knowledge = { ...NOTHING, ...delta };
  return promptOf(place, "", {
    kind: "scopeChange",
    worldKnowledge: null,
    operation: "threads.events",
    knowledge,
    ...more,
  });
}

/** The thread's scope beside its home, and the other columns that a change touches. */
export async function knowledgeOf(threadId: string) {
  const { DB } = testEnv;
  const scope = await DB.prepare("SELECT target_id FROM thread_scope WHERE thread_id = ? ORDER BY target_id")
    .bind(threadId)
    .all<{ target_id: string }>();
  const thread = await DB.prepare("SELECT version, world_knowledge AS world FROM threads WHERE id = ?")
    .bind(threadId)
    .first<{ version: number; world: number }>();
  const audit = await DB.prepare("SELECT count(*) AS n FROM audit_events WHERE target_id = ?")
    .bind(threadId)
    .first<number>("n");
  return {
    scope: scope.results.map((row) => row.target_id),
    version: thread?.version,
    world: thread?.world === 1,
    changes: audit,
  };
}

/** Sends a change. `knowledge` has the contract's form. */
export function sendChange(
  listener: { readonly socket: WebSocket },
  knowledge: object | null,
  messageId: string | number[] | null = null,
): void {
  listener.socket.send(JSON.stringify({ knowledgeChangeV1: { knowledge, messageId } }));
}

export const assets = (added: unknown[], removed: unknown[] = []) => ({ assetContext: { added, removed } });
export const collections = (added: unknown[], removed: unknown[] = []) => ({
  organizationContext: { added, removed },
});

/** Another user of the organization, with these grants. */
export async function colleague(place: Workplace, ...grants: [Folder, string][]): Promise<Id<"user">> {
  const userId = await createUser(place.organizationId, place.tenantId);
  for (const [folder, action] of grants) await grant(place.organizationId, userId, folder, action);
  return userId;
}

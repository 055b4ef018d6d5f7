import { sha256Hex } from "../../../src/domain/sha256.ts";
import { type Id, newId } from "../../../src/domain/ids.ts";
import type { AcceptInput, Acceptance } from "../../../src/thread-room/api.ts";
import { testEnv } from "../setup/env.ts";
import { DEFAULT_SESSION } from "../fixtures/default-session.ts";
import { type Frame } from "../http/room-frames.ts";

const { DB, BUCKET, KNOWLEDGE_INDEX, THREAD_ROOM } = testEnv;

export async function insertRow(table: string, row: Record<string, string | number | null>): Promise<void> {
  const names = Object.keys(row);
  const query = `INSERT INTO ${table} (${names.map((name) => `"${name}"`).join(", ")}) VALUES (${names.map(() => "?").join(", ")})`;
  await DB.prepare(query)
    .bind(...Object.values(row))
    .run();
}

const record = (by: string) => ({
  version: 1,
  created_at: 1,
  created_by: by,
  modified_at: 1,
  modified_by: by,
});

export interface Folder {
  readonly id: Id<"col">;
  readonly path: string;
}

/**
 * An organization with a root collection, its owner, and one thread whose home is a folder under the root.
 */
export interface Workplace {
  readonly organizationId: Id<"org">;
  readonly tenantId: Id<"tenant">;
  readonly owner: Id<"user">;
  readonly root: Folder;
  readonly home: Folder;
  readonly threadId: Id<"thread">;
}

export async function createWorkplace(label = "A thread"): Promise<Workplace> {
  const organizationId = newId("org");
  const tenantId = newId("tenant");
  const owner = await createUser(organizationId, tenantId);
  const place = { organizationId, tenantId, owner };
  const root = await createFolder(place, null);
  await grant(organizationId, owner, root, "own");
  const home = await createFolder(place, root);
  const threadId = newId("thread");
  await insertRow("threads", {
    id: threadId,
    organization_id: organizationId,
    tenant_id: tenantId,
    home_collection_id: home.id,
    label,
    ...record(owner),
  });
  return { ...place, root, home, threadId };
}

export async function createUser(organizationId: Id<"org">, tenantId: Id<"tenant">): Promise<Id<"user">> {
  const id = newId("user");
  const row = {
    slug: id,
    email: `${id}@example.com`,
    display_name: "Somebody",
    organization_id: organizationId,
    tenant_id: tenantId,
  };
  await insertRow("users", { id, ...row, ...record(id) });
  return id;
}

export async function createFolder(
  place: Pick<Workplace, "organizationId" | "tenantId" | "owner">,
  parent: Folder | null,
): Promise<Folder> {
  const id = newId("col");
  const path = `${parent?.path ?? ""}${id}/`;
  await insertRow("collections", {
    id,
    organization_id: place.organizationId,
    tenant_id: place.tenantId,
    parent_id: parent?.id ?? null,
    kind: parent === null ? "root" : "collection",
    label: "A folder",
    path,
    depth: path.split("/").length - 2,
    ...record(place.owner),
  });
  return { id, path };
}

export async function grant(
  organizationId: Id<"org">,
  userId: Id<"user">,
  { id }: Folder,
  action: string,
): Promise<void> {
  const row = {
    user_id: userId,
    collection_id: id,
    organization_id: organizationId,
    action,
    created_at: 1,
    created_by: userId,
  };
  await insertRow("grants", { id: newId("perm"), ...row });
}

export async function revokeAll(userId: string): Promise<void> {
  await DB.prepare("DELETE FROM grants WHERE user_id = ?").bind(userId).run();
}

/** A ready asset with one chunk for each paragraph: rows in D1, text in R2, passages in the index. */
export async function createDocument(
  place: Workplace,
  folder: Folder,
  paragraphs: readonly string[],
): Promise<Id<"asset">> {
  const assetId = newId("asset");
  const text = paragraphs.join("\n\n");
  const version = await sha256Hex(text);
  const keys = { textKey: `${assetId}/${version}.txt`, chunksKey: `${assetId}/${version}.json` };
  let start = 0;
  const chunks = paragraphs.map((paragraph, ordinal) => {
    const chunk = { id: newId("chunk"), ordinal, start, end: start + paragraph.length, page: 0 };
    start = chunk.end + 2;
    return chunk;
  });
  await BUCKET.put(keys.textKey, text);
  await BUCKET.put(keys.chunksKey, JSON.stringify({ version, chunks }));
  await insertRow("assets", {
    id: assetId,
    organization_id: place.organizationId,
    tenant_id: place.tenantId,
    display_name: "A document",
    original_file_name: "document.txt",
    content_type: "text/plain",
    creation_method: "upload",
    lifecycle_state: "ready",
    object_key: `${assetId}/original`,
    text_version: version,
    ...record(place.owner),
  });
  await insertRow("asset_collections", {
    id: newId("assetcol"),
    asset_id: assetId,
    collection_id: folder.id,
    created_at: 1,
    created_by: place.owner,
  });
  await insertRow("asset_texts", {
    asset_id: assetId,
    version,
    text_key: keys.textKey,
    chunks_key: keys.chunksKey,
    created_at: 1,
  });
  const index = KNOWLEDGE_INDEX.getByName(`${place.organizationId}/0`);
  await index.replaceAsset({
    assetId,
    run: 1,
    version,
    displayName: "A document",
    collectionIds: [folder.id],
    ...keys,
  });
  return assetId;
}

export async function addToScope(
  threadId: string,
  kind: "collection" | "asset",
  targetId: string,
): Promise<void> {
  await insertRow("thread_scope", {
    thread_id: threadId,
    kind,
    target_id: targetId,
    created_at: 1,
    created_by: "user",
  });
}

export function openRoom(place: Workplace) {
  return THREAD_ROOM.getByName(place.threadId);
}

export type RoomStub = ReturnType<typeof openRoom>;

export function promptOf(place: Workplace, content: string, more: Partial<AcceptInput> = {}): AcceptInput {
  return {
    threadId: place.threadId,
    organizationId: place.organizationId,
    tenantId: place.tenantId,
    kind: "prompt",
    messageId: null,
    content,
    recipients: [],
    worldKnowledge: false,
    author: { userId: place.owner },
    operation: "postMessage",
    operationId: newId("op"),
    ...more,
  };
}

/** Posts a message that the room must accept. */
export async function post(room: RoomStub, input: AcceptInput): Promise<Acceptance> {
  const result = await room.accept(input);
  if (!result.ok) throw new Error(`${result.code}: ${result.message}`);
  return result as Acceptance;
}

export interface Listener {
  readonly socket: WebSocket;
  readonly frames: Frame[];
  /** Resolves when `count` frames have arrived. */
  readonly received: (count: number) => Promise<Frame[]>;
  readonly closed: Promise<{ readonly code: number; readonly reason: string }>;
}

/** Opens a socket into the room as the Worker does. */
export async function listen(place: Workplace, session: Record<string, unknown> = {}): Promise<Listener> {
  const { threadId, organizationId, tenantId, owner } = place;
  const {
    since = null,
    subprotocol = null,
    issuerTokenExpiresAt: tokenExpiresAt = Date.now() + 3_600_000,
    ...more
  } = session;
  const told = {
    kind: "user",
    userId: owner,
    canWrite: true,
    ...DEFAULT_SESSION,
    openedAt: Date.now(),
    tokenExpiresAt,
    threadId,
    organizationId,
    tenantId,
    ...more,
  };
  const header = JSON.stringify({ session: told, since, subprotocol });
  const response = await openRoom(place).fetch("https://room/", {
    headers: { upgrade: "websocket", "x-room-session": header },
  });
  const socket = response.webSocket;
  if (socket === null) throw new Error(`no socket: ${response.status}`);
  const frames: Frame[] = [];
  const waiting: (() => void)[] = [];
  socket.addEventListener("message", ({ data }) => {
    frames.push(data === "pong" ? {} : (JSON.parse(String(data)) as Frame));
    for (const wake of waiting) wake();
  });
  const { promise: closed, resolve } = Promise.withResolvers<{ code: number; reason: string }>();
  socket.addEventListener("close", ({ code, reason }) => resolve({ code, reason }));
  socket.accept();
  const received = (count: number): Promise<Frame[]> =>
    new Promise((done) => {
      const look = (): void => {
        if (frames.length >= count) done(frames.slice(0, count));
      };
      waiting.push(look);
      look();
    });
  return { socket, frames, received, closed };
}

/** Every frame for a new client with `since=0`. Frames keep their order, so a pong marks the end. */
export async function history(place: Workplace): Promise<Frame[]> {
  const listener = await listen(place, { since: 0 });
  listener.socket.send("ping");
  let known = 0;
  while (listener.frames.at(-1)?.seq !== undefined || listener.frames.length === 0) {
    known += 1;
    await listener.received(known);
  }
  listener.socket.close(1000);
  return listener.frames.slice(0, -1);
}

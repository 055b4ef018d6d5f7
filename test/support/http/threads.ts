import { idFromBytes } from "../../../src/domain/ids.ts";
import { call, rawCall } from "./call.ts";
import type { RequestBody } from "./operation-id.ts";
import type { Person } from "./person.ts";
import { type Frame } from "./room-frames.ts";

/** Creates a thread in a home collection and returns its id as a string. */
export async function startThread(
  person: Person,
  homeId: string,
  changes: Partial<RequestBody<"createThread">> = {},
): Promise<string> {
  const organizationContext = { organizationId: person.organizationId, tenantId: person.tenantId };
  const body = {
    assetIds: [],
    collectionId: homeId,
    collectionIds: [],
    label: "",
    organizationContext,
    ...changes,
  };
  const { body: created } = await call("createThread", { token: person.token, body });
  return idFromBytes("thread", created.data.threadId);
}

/**
 * Posts a message and waits for the answer to a question.
 * @returns the thread
 */
export async function sendMessage(
  person: Person,
  threadId: string,
  messageContent: string,
  changes: object = {},
) {
  const body = { messageContent, messageKind: "promptV2", recipients: [], threadId, ...changes };
  const answered = await call("POST", `/v1/threads/${threadId}/messages`, { token: person.token, body });
  if (answered.status !== 200) throw new Error(answered.body.message);
  return answered.body.data;
}

/** Requests the thread's public link. */
export async function shareThread(
  person: Person,
  threadId: string,
  changes: object = {},
  headers: Record<string, string> = {},
) {
  const body = { threadId, messageId: null, shareMethod: "link", shareTo: [], ...changes };
  return await call("POST", `/v1/threads/${threadId}/share`, { token: person.token, body, headers });
}

export interface PublicLink {
  readonly tokenId: string;
  readonly publicToken: string;
  readonly address: string;
}

export async function makeLink(person: Person, threadId: string, changes: object = {}): Promise<PublicLink> {
  const { data } = (await shareThread(person, threadId, changes)).body;
  return { ...data, tokenId: idFromBytes("token", data.tokenId) };
}

export async function endLink(person: Person, threadId: string, tokenId: string) {
  return await call("DELETE", `/v1/threads/${threadId}/share/${tokenId}`, { token: person.token });
}

export interface ThreadListener {
  readonly socket: WebSocket;
  readonly frames: Frame[];
  /** Resolves once the condition holds for the events received so far. */
  readonly until: (condition: (frames: readonly Frame[]) => boolean) => Promise<void>;
  readonly closed: Promise<number>;
}

/** Opens the thread's event stream through the Worker. */
export async function openEvents(
  threadId: string,
  query: Readonly<Record<string, string>>,
  headers: Record<string, string> = {},
): Promise<ThreadListener> {
  const path = `/v1/threads/${threadId}/events?${new URLSearchParams(query).toString()}`;
  const { webSocket: socket, status } = await rawCall("GET", path, {
    headers: { upgrade: "websocket", ...headers },
  });
  if (socket === null) throw new Error(`no socket: ${status}`);
  const frames: Frame[] = [];
  const waiting = new Set<() => void>();
  const { promise: closed, resolve } = Promise.withResolvers<number>();
  socket.addEventListener("close", ({ code }) => resolve(code));
  socket.addEventListener("message", ({ data }) => {
    if (data !== "pong") frames.push(JSON.parse(String(data)) as Frame);
    for (const look of waiting) look();
  });
  socket.accept();
  const until = (condition: (frames: readonly Frame[]) => boolean): Promise<void> =>
    new Promise((done) => {
      const look = (): void => {
        if (!condition(frames)) return;
        waiting.delete(look);
        done();
      };
      waiting.add(look);
      look();
    });
  return { socket, frames, until, closed };
}

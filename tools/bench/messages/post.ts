import * as z from "zod";
import { FrameReader } from "../lib/frame-reader.ts";
import { call, type Member } from "../lib/service.ts";

export interface Cost {
  readonly ms: number;
  /** Queries to D1; null if the service does not report them. */
  readonly trips: number | null;
  readonly rows: number | null;
}

/** Posts one message to a thread and waits until the service confirms it. */
export type Post = () => Promise<Cost>;

const TEXT = "x".repeat(1_000);
const QUESTION = "Who designed the Analytical Engine?";

/** Measures until the poster's own socket receives the message. */
export async function postBySocket(
  origin: string,
  { authorization }: Member,
  threadId: string,
): Promise<Post> {
  const reader = await FrameReader.open(new URL(`${origin}/v1/threads/${threadId}/events`), {
    authorization,
  });
  const frame = JSON.stringify({ textV1: { parts: [TEXT] } });
  return async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    reader.onText = () => resolve();
    const startedAt = performance.now();
    reader.send(frame);
    await promise;
    return { ms: performance.now() - startedAt, trips: null, rows: null };
  };
}

/**
 * Measures a text message until the response with the thread, and a question until its answer.
 * @param messagesLimit number of the newest messages in the response
 */
export function postByHttp(
  origin: string,
  { authorization }: Pick<Member, "authorization">,
  threadId: string,
  {
    kind,
    messagesLimit,
    question = QUESTION,
  }: { kind: "textV1" | "promptV2"; messagesLimit: number; question?: string },
): Post {
  const messageContent = kind === "textV1" ? TEXT : question;
  const body = { messageContent, messageKind: kind, recipients: [], threadId };
  const path = `/v1/threads/${threadId}/messages?messagesLimit=${messagesLimit}`;
  return async () => {
    const startedAt = performance.now();
    const { headers } = await call(origin, authorization, "POST", path, body, z.unknown());
    const ms = performance.now() - startedAt;
    const [, trips, rows] = /"(\d+) trips, (\d+) rows read"/.exec(headers.get("server-timing") ?? "") ?? [];
    return { ms, trips: Number(trips), rows: Number(rows) };
  };
}

import type { EventKind, EventOf } from "../../../src/domain/events.ts";
import { type Id, idToBytes, newId } from "../../../src/domain/ids.ts";
import { testEnv } from "../setup/env.ts";
import { type Listener } from "../rows/workplace.ts";
import { type Frame } from "./room-frames.ts";

export type PromptMember = "promptV1" | "promptV2" | "promptCampaignV1" | "promptCampaignV2";

export const bytes = (id: string): number[] => idToBytes(id as Id);
export const allBytes = (ids: readonly string[]): number[][] => ids.map(bytes);

/** The event of that kind in a frame, if present. */
export function eventOf<K extends EventKind>(frame: Frame, kind: K): EventOf<K> | undefined {
  return (frame as unknown as { readonly [M in EventKind]?: EventOf<M> })[kind] as EventOf<K> | undefined;
}

export function send(listener: Listener, frame: unknown): void {
  listener.socket.send(JSON.stringify(frame));
}

/** Waits for the first frame for which `find` returns a value. */
export async function first<T>(listener: Listener, find: (frame: Frame) => T | undefined): Promise<T> {
  for (let known = 1; ; known += 1) {
    await listener.received(known);
    const frame = listener.frames[known - 1];
    const found = frame === undefined ? undefined : find(frame);
    if (found !== undefined) return found;
  }
}

export interface Asked<K extends PromptMember> {
  readonly messageId: Id<"msg">;
  /** The message's own event. */
  readonly event: EventOf<K>;
  readonly text: string;
  /** Provenance in the answer's last frame. */
  readonly provenance: EventOf<"textV1">["provenance"];
  readonly answerId: string;
  /** The cited assets, without duplicates. */
  readonly cited: string[];
  readonly quotes: string[];
}

/** Sends a prompt and waits for its answer. */
export async function ask<K extends PromptMember>(
  listener: Listener,
  member: K,
  fields: Record<string, unknown>,
): Promise<Asked<K>> {
  const messageId = newId("msg");
  const transformationId = newId("inter");
  send(listener, { [member]: { messageId, transformationId, ...fields } });
  await first(listener, (frame) => {
    if (frame.error?.messageId === messageId) throw new Error(`${frame.error.code}: ${frame.error.message}`);
    return eventOf(frame, member)?.transformationId === transformationId ? frame : undefined;
  });
  return await answered(listener, member, { messageId, transformationId });
}

/** Waits for a prompt's answer. */
export async function answered<K extends PromptMember>(
  listener: Listener,
  member: K,
  { messageId, transformationId }: { readonly messageId: Id<"msg">; readonly transformationId: string },
): Promise<Asked<K>> {
  const event = await first(listener, (frame) => {
    const heard = eventOf(frame, member);
    return heard?.transformationId === transformationId ? heard : undefined;
  });
  const parts: string[] = [];
  const last = await first(listener, (frame) => {
    const text = eventOf(frame, "textV1");
    if (text?.provenance.transformationId !== transformationId) return undefined;
    parts.push(...text.parts);
    return text.isDone ? text : undefined;
  });
  const { results } = await testEnv.DB.prepare(
    "SELECT asset_id, quote FROM citations WHERE message_id = ? ORDER BY ordinal",
  )
    .bind(last.messageId)
    .all<{ asset_id: string; quote: string }>();
  return {
    messageId,
    event,
    text: parts.join(""),
    provenance: last.provenance,
    answerId: last.messageId,
    cited: [...new Set(results.map((row) => row.asset_id))],
    quotes: results.map((row) => row.quote),
  };
}

/**
 * Sends a frame that must be rejected.
 * @returns the error without the message id, after a check that the id matches the frame
 */
export async function refused(
  listener: Listener,
  member: PromptMember,
  fields: Record<string, unknown>,
): Promise<{ readonly code: string; readonly message: string }> {
  const messageId = newId("msg");
  send(listener, { [member]: { messageId, transformationId: newId("inter"), prompt: "May I?", ...fields } });
  const { code, message } = await first(listener, ({ error }) =>
    error?.messageId === messageId ? error : undefined,
  );
  return { code, message };
}

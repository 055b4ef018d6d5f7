import { expect } from "vitest";
import { newId } from "../../src/domain/ids.ts";
import { testEnv } from "./env.ts";
import { bytes, eventOf, send } from "./prompts.ts";
import {
  countOf,
  createDocument,
  createWorkplace,
  history,
  listen,
  type Listener,
  storedMessages,
  type Workplace,
} from "./room-fixtures.ts";

export const QUESTION = "When did the harbour of Brackwater open?";
export const YEARS = ["1871", "1902", "1640"] as const;
/** A message sent last, so that everything before it has been processed. */
export const REMARK = "Done.";

/** Creates a thread with documents that each answer the question with a different year. */
export async function createRivals() {
  const place = await createWorkplace("");
  const assets: string[] = [];
  for (const year of YEARS) {
    assets.push(await createDocument(place, place.home, [`The harbour of Brackwater opened in ${year} after nine years of work.`]));
  }
  return { place, assets, listener: await listen(place, { since: 0 }) };
}

export interface CampaignFrame {
  readonly messageId: `msg_${string}`;
  readonly transformationId: `inter_${string}`;
  readonly prompt: string;
  readonly scope: { readonly assetIDs: string[] };
}

/** The frames of a campaign: the same question once for each asset. */
export function campaignOf(assets: readonly string[]): CampaignFrame[] {
  const messageId = newId("msg");
  return assets.map((asset) => ({ messageId, transformationId: newId("inter"), prompt: QUESTION, scope: { assetIDs: [asset] } }));
}

export function sendAll(listener: Listener, frames: readonly CampaignFrame[]): void {
  for (const frame of frames) send(listener, { promptCampaignV2: frame });
}

/**
 * Checks that D1 and the log hold the campaign once: one message and one answer for each frame, without
 * duplicates.
 * @param others number of other messages in the thread
 */
export async function expectOneMessageWithAnswers(place: Workplace, frames: readonly CampaignFrame[], others = 0): Promise<void> {
  const stored = (await storedMessages(place.threadId)).filter(({ content }) => content !== REMARK);
  const { messageId } = frames[0] ?? { messageId: "" };
  expect(stored.map(({ id, in_reply_to: to }) => (id === messageId ? "asked" : to))).toEqual(["asked", ...frames.map(() => messageId)]);
  expect(stored.slice(1).map(({ state }) => state)).toEqual(frames.map(() => "done"));
  expect(stored.slice(1).map(({ content }) => YEARS.findIndex((year) => content.includes(year)))).toEqual(frames.map((_, at) => at));
  const { results } = await testEnv.DB.prepare("SELECT variant, asked_as FROM messages WHERE in_reply_to = ? ORDER BY position")
    .bind(stored[0]?.row_id)
    .all();
  expect(results).toEqual(frames.map(({ transformationId }, at) => ({ variant: at + 1, asked_as: transformationId })));
  const count = "SELECT message_count AS n FROM threads WHERE id = ?";
  expect(await countOf(count, place.threadId)).toBe(1 + frames.length + others);
  expect(await countOf("SELECT count(*) AS n FROM answer_scope WHERE thread_id = ?", place.threadId)).toBe(frames.length);

  const heard = await history(place);
  expect(heard.map(({ seq }) => seq)).toEqual(heard.map((_, at) => at + 1));
  const events = heard.flatMap((frame) => eventOf(frame, "promptCampaignV2") ?? []);
  expect(events.map(({ messageId: id, transformationId }) => [id, transformationId])).toEqual(
    frames.map(({ transformationId }) => [bytes(messageId), transformationId]),
  );
  const done = heard.flatMap((frame) => (frame.textV1?.isDone && frame.textV1.parts[0] !== REMARK ? frame.textV1 : []));
  expect(done.map((text) => text.messageId)).toEqual(stored.slice(1).map(({ id }) => id));
  for (const { id, content } of stored.slice(1)) {
    const told = heard.flatMap((frame) => (frame.textV1?.messageId === id ? frame.textV1.parts : []));
    expect(told.join("")).toBe(content);
  }
}

/** The number of pending answers, or 1 if no row exists yet. */
export async function pendingIn(place: Workplace): Promise<number> {
  const stored = await storedMessages(place.threadId);
  return stored.length === 0 ? 1 : stored.filter(({ state }) => state === "pending").length;
}

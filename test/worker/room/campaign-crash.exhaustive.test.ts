import { runDurableObjectAlarm } from "cloudflare:test";
import { afterEach, expect, test, vi } from "vitest";
import {
  campaignOf,
  createCompetingDocuments,
  expectOneMessageWithAnswers,
  pendingIn,
  QUESTION,
} from "../../support/fixtures/campaigns.ts";
import { crashRoom, stopAtBatch } from "../../support/faults/crash-room.ts";
import { openRoom, promptOf } from "../../support/rows/workplace.ts";
import { sampled } from "../../support/setup/scaled.ts";
import { WAIT } from "../../support/setup/wait.ts";

afterEach(() => {
  vi.restoreAllMocks();
});

/**
 * The four D1 batches of a campaign with two answers: for each answer, one stores it and one completes it.
 */
const CRASHES = [1, 2, 3, 4].flatMap((nth) => [[nth, "before"] as const, [nth, "after"] as const]);

test.each(sampled(CRASHES, 3, "a campaign"))(
  "the message and each answer exist once after a crash at batch %i, %s D1",
  async (stopped, phase) => {
    const { place, assets } = await createCompetingDocuments();
    const frames = campaignOf(assets.slice(0, 2));
    const room = openRoom(place);
    const stop = stopAtBatch(stopped, phase);
    const origin = { operation: "threads.events" as const };
    const inputs = frames.map(({ messageId, transformationId: askedAs, scope }) =>
      promptOf(place, QUESTION, {
        ...origin,
        messageId,
        askedAs,
        scope: {
          assetIds: scope.assetIDs as never,
          collectionIds: [],
          mentionedAssets: [],
          mentionedCollections: [],
        },
        extras: { member: "promptCampaignV2", model: "" },
      }),
    );
    const calls = inputs.map((input) => room.accept(input).catch((error: unknown) => error));
    await vi.waitUntil(stop.isReached, { interval: 1, ...WAIT });
    await crashRoom(room);
    vi.restoreAllMocks();
    await Promise.all(calls);
    for (const input of inputs) expect(await openRoom(place).accept(input)).toMatchObject({ ok: true });
    await vi.waitUntil(
      async () => {
        await runDurableObjectAlarm(openRoom(place));
        return (await pendingIn(place)) === 0;
      },
      { interval: 5, ...WAIT },
    );
    await runDurableObjectAlarm(openRoom(place));
    await expectOneMessageWithAnswers(place, frames);
  },
);

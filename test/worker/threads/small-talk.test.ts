import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { addReadyAsset } from "../../support/http/assets.ts";
import { call } from "../../support/http/call.ts";
import { liveThread } from "../../support/http/progress.ts";
import { sendMessage } from "../../support/http/threads.ts";

/** The text contains words of greetings and thanks, so that a quote would be possible. */
const REPORT =
  "Hello was the first word that the machine printed. Thanks went to the 2 sponsors. Revenue was 2 million euros in 2024.\n";

beforeEach(() => {
  vi.spyOn(console, "log").mockImplementation(() => undefined);
});

afterEach(() => {
  vi.restoreAllMocks();
});

test.each([
  ["Hello!", /^Hello/],
  ["Thanks, that helped.", /welcome/],
  ["Danke!", /^Gern geschehen/],
  ["谢谢！", /不客气/],
])(
  "%s gets a short reply and no quote, although a document has the same words",
  async (message, expected) => {
    const { ada, home, threadId } = await liveThread();
    await addReadyAsset(ada, home, REPORT);
    const { messages, knowledgeProvenance } = await sendMessage(ada, threadId, message);
    expect(messages.at(-1).content).toMatch(expected);
    expect(messages.at(-1).isComplete).toBe(true);
    expect(knowledgeProvenance.citations).toEqual({});
  },
);

test("the answer to a greeting needs two D1 round trips", async () => {
  const { ada, threadId } = await liveThread();
  const body = { messageContent: "Good morning", messageKind: "promptV2", recipients: [], threadId };
  const asked = await call("POST", `/v1/threads/${threadId}/messages`, { token: ada.token, body });
  expect({ status: asked.status, trips: asked.trips }).toEqual({ status: 200, trips: 2 });
});

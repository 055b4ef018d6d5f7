import { beforeEach, describe, expect, test, vi } from "vitest";
import { addReadyAsset } from "../../support/http/assets.ts";
import { call } from "../../support/http/call.ts";
import { createCollection } from "../../support/http/create-collection.ts";
import { type Person, signUp } from "../../support/http/person.ts";
import { sendMessage, startThread } from "../../support/http/threads.ts";
import { tombstone } from "../../support/http/tombstone.ts";
import { testEnv } from "../../support/setup/env.ts";

const BOATS =
  "Boat,Harbor,Fare (EUR),Seats\nHeron,Stenna,4.50,120\nGannet,Oxna,17.00,90\nTern,Stenna,8.20,85\n" +
  "Puffin,Vaila,9.00,70\n";
const HEADER = "| Boat | Harbor | Fare (EUR) | Seats |";

// ONNX Runtime has no binary for some machines.
describe.skipIf(testEnv.LOCAL_MODELS === undefined)("answers from a CSV file", () => {
  let ada: Person;
  let threadId: string;
  let assetId: string;
  beforeEach(async () => {
    ada = await signUp();
    const home = await createCollection(ada, ada.rootId, "Home");
    assetId = await addReadyAsset(ada, home, BOATS, { name: "boats.csv", contentType: "text/csv" });
    threadId = await startThread(ada, home);
  });

  /** Asks until the answer starts as expected, because a busy model process answers by words. */
  async function answerTo(question: string, expected: string): Promise<string[]> {
    const ask = async () => {
      const { messages } = await sendMessage(ada, threadId, question);
      const lines = String(messages.at(-1).content).split("\n");
      expect(lines[0]).toBe(expected);
      return lines;
    };
    return await vi.waitFor(ask, { timeout: 30_000, interval: 20 });
  }

  test("a count starts the answer, and the answer cites the counted rows and their header", async () => {
    expect(await answerTo("How many boats are in Stenna?", "2")).toEqual([
      "2",
      "| Heron | Stenna | 4.50 | 120 | [1]",
      "| Tern | Stenna | 8.20 | 85 | [2]",
      `${HEADER} [3]`,
    ]);
  });

  test("the value goes with the document that it comes from", async () => {
    await answerTo("How many seats does the Heron have?", "Seats: 120");
    await tombstone(ada, "asset", [assetId]);
    const { body } = await call("GET", `/v1/threads/${threadId}`, { token: ada.token });
    const contents = body.data.messages.map(({ content }: { content: string }) => content).join("\n");
    expect(contents).toContain("[deleted]");
    expect(contents).not.toContain("120");
  });
});

import { expect, test } from "vitest";
import ferries from "../../documents/ferries.pptx?inline";
import harbour from "../../documents/harbour.docx?inline";
import tides from "../../documents/tides.xlsx?inline";
import { addReadyAsset } from "../../support/http/assets.ts";
import { call, rawCall } from "../../support/http/call.ts";
import { signUp } from "../../support/http/person.ts";
import { sendMessage, startThread } from "../../support/http/threads.ts";

interface Citation {
  readonly ordinal: number;
  readonly start: number;
  readonly end: number;
  readonly page: number;
  readonly locator: unknown;
  readonly version: string;
  readonly quote: string;
}

/** Decodes a `data:…;base64,` URL. */
const bytesOf = (url: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(url.slice(url.indexOf(",") + 1)), (char) => char.charCodeAt(0));

test.each([
  ["harbour.docx", harbour, "How much did the mean level rise?", "The mean level rose by 12 cm.", null, 0],
  [
    "tides.xlsx",
    tides,
    "Who is the harbour master of Northquay?",
    "| Northquay | The harbour office | 12.5% |",
    { kind: "sheet", sheet: "Masters", row: 2 },
    0,
  ],
  [
    "ferries.pptx",
    ferries,
    "Who travels free?",
    "Children under six travel free.",
    { kind: "slide", slide: 2 },
    2,
  ],
])(
  "%s yields an answer with a quote from its text and the locator of the quote",
  async (name, file, question, quote, locator, page) => {
    const ada = await signUp();
    const assetId = await addReadyAsset(ada, ada.personalId, bytesOf(file), {
      name,
      contentType: "application/octet-stream",
    });
    const threadId = await startThread(ada, ada.personalId);
    const { knowledgeProvenance } = await sendMessage(ada, threadId, question);
    const all = Object.entries(knowledgeProvenance.citations as Record<string, Citation>);
    const [citationId = "", citation] = all.find(([, each]) => each.ordinal === 1) ?? [];
    // Without a reading in time, the quote lacks the next sentences.
    expect(citation).toMatchObject({ quote: expect.stringContaining(quote), locator, page });
    const { token } = ada;
    const text = await (
      await rawCall("GET", `/v1/assets/${assetId}/text?version=${citation?.version}`, { token })
    ).text();
    expect(text.slice(citation?.start, citation?.end)).toBe(citation?.quote);
    const checked = await call("GET", `/v1/threads/${threadId}/citations/${citationId}`, { token });
    expect(checked.body.data).toMatchObject({ state: "valid", quote: citation?.quote, locator });
  },
);

test("a search hit has the locator of its first words", async () => {
  const ada = await signUp();
  await addReadyAsset(ada, ada.personalId, bytesOf(tides), {
    name: "tides.xlsx",
    contentType: "application/zip",
  });
  const { body } = await call("POST", "/v1/search", {
    token: ada.token,
    body: { query: "Old Mole 2026-01-20" },
  });
  const places = body.data.passages.map(
    ({ locator, text }: { locator: { sheet: string; row?: number }; text: string }) => ({
      locator,
      text,
    }),
  );
  const [last] = places.filter(({ text }: { text: string }) => text.includes("2026-01-20"));
  const row = Number(/^\| (\S+) /.exec(last.text)?.[1]?.slice(-2)) * 3 - 1;
  expect(last.locator).toMatchObject({ kind: "sheet", sheet: "Tides" });
  expect([row, row + 1, row + 2]).toContain(last.locator.row);
});

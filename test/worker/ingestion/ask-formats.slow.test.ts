import { expect, test } from "vitest";
import boathouse from "../../documents/boathouse.rtf?raw";
import catalogue from "../../documents/catalogue.xml?raw";
import council from "../../documents/council.vtt?raw";
import harbour from "../../documents/harbour.eml?raw";
import tides from "../../documents/tides.py?raw";
import team from "../../documents/team.ics?raw";
import logbook from "../../documents/logbook.xml?raw";
import inventory from "../../documents/inventory.json?raw";
import events from "../../documents/events.jsonl?raw";
import prices from "../../documents/prices.csv?raw";
import { addReadyAsset } from "../../support/http/assets.ts";
import { call, rawCall } from "../../support/http/call.ts";
import { signUp } from "../../support/http/person.ts";
import { sendMessage, startThread } from "../../support/http/threads.ts";

interface Citation {
  readonly ordinal: number;
  readonly start: number;
  readonly end: number;
  readonly version: string;
  readonly quote: string;
}

const RULES = "# Rules of the house\n\nBreakfast is at eight.\n\nA guest may stay for nine nights.\n";

test.each([
  ["prices.csv", "text/csv", prices, "What is the price of the olive tree?", /Olive tree \| 20 l \| 129,00/],
  [
    "prices.csv",
    "application/vnd.ms-excel",
    prices,
    "Who is the supplier of the hydrangea, white?",
    /Hydrangea, white \(panicle\).*Rosenhof/,
  ],
  [
    "few.csv",
    "application/octet-stream",
    "fruit,price\nPlums cost,three coins\n",
    "What do plums cost?",
    /Plums cost \| three coins/,
  ],
  [
    "inventory.json",
    "application/json",
    inventory,
    "What is the serial of the band saw?",
    /Band saw; serial: 90071992547409935/,
  ],
  [
    "inventory.json",
    "text/plain",
    inventory,
    "Why should the kiln never be opened above 200 °C?",
    /the glaze cracks/,
  ],
  [
    "events.jsonl",
    "application/octet-stream",
    events,
    "Which device overheated?",
    /pump-7; event: overheated/,
  ],
  [
    "council.vtt",
    "text/vtt",
    council,
    "How often does ferry line 7 run?",
    /Ferry line 7 runs every twelve minutes\./,
  ],
  [
    "team.ics",
    "text/calendar",
    team,
    "When is the budget review?",
    /Budget review, second reading: Tuesday, 24 November 2026, 10:00 to 11:30 \(Europe\/Berlin\)/,
  ],
  [
    "boathouse.rtf",
    "application/msword",
    boathouse,
    "What is the monthly fee of a single scull?",
    /Single scull \| 12,50 €/,
  ],
  [
    "harbour.eml",
    "message/rfc822",
    harbour,
    "When is the harbour meeting?",
    /the harbour meeting is on Thursday, 12 March 2026, at 14:00/,
  ],
  [
    "tides.py",
    "text/x-python",
    tides,
    "How much is kept below the keel?",
    /half a metre is kept below the keel/,
  ],
  [
    "catalogue.xml",
    "application/xml",
    catalogue,
    "What is the price of the olive tree?",
    /Olive tree & pot; height: 180 \(unit: cm\); price: 129\.00/,
  ],
])(
  "%s, declared as %j, yields an answer with a quote from its text",
  async (name, contentType, content, question, quote) => {
    const ada = await signUp();
    const assetId = await addReadyAsset(ada, ada.personalId, content, { name, contentType });
    const threadId = await startThread(ada, ada.personalId);
    const { messages, knowledgeProvenance } = await sendMessage(ada, threadId, question);
    const citations = Object.values(knowledgeProvenance.citations) as Citation[];
    const first = citations.find(({ ordinal }) => ordinal === 1);
    expect(messages.at(-1).content).toMatch(quote);
    const version = first?.version ?? "";
    const text = await (
      await rawCall("GET", `/v1/assets/${assetId}/text?version=${version}`, { token: ada.token })
    ).text();
    expect(text.slice(first?.start, first?.end)).toMatch(quote);
    expect((await call("GET", `/v1/assets/${assetId}`, { token: ada.token })).body.data.lifecycleState).toBe(
      "ready",
    );
  },
);

test.each([
  ["prices.csv", "text/csv", prices, "What is the price of the olive tree?", { kind: "line", line: 5 }],
  [
    "council.vtt",
    "text/vtt",
    council,
    "How often does ferry line 7 run?",
    { kind: "time", start: 20, end: 24 },
  ],
  [
    "inventory.json",
    "application/json",
    inventory,
    "What is the serial of the band saw?",
    { kind: "line", line: 7 },
  ],
  [
    "inventory.json",
    "application/json",
    inventory,
    "Why should the kiln never be opened above 200 °C?",
    { kind: "line", line: 8 },
  ],
  ["events.jsonl", "application/jsonl", events, "Which device overheated?", { kind: "line", line: 1 }],
  [
    "catalogue.xml",
    "application/xml",
    catalogue,
    "What is the price of the olive tree?",
    { kind: "line", line: 4 },
  ],
  ["logbook.xml", "application/xml", logbook, "What did the captain report?", { kind: "line", line: 5 }],
  ["team.ics", "text/calendar", team, "When is the budget review?", { kind: "line", line: 13 }],
  [
    "team.ics",
    "text/calendar",
    team,
    "On which page of the draft is the bridge repair?",
    { kind: "line", line: 23 },
  ],
  ["tides.py", "text/x-python", tides, "Who is asked for a storm warning?", { kind: "line", line: 30 }],
  ["rules.md", "text/markdown", RULES, "How long may a guest stay?", { kind: "line", line: 5 }],
  ["rules.txt", "text/plain", RULES, "How long may a guest stay?", { kind: "line", line: 5 }],
  [
    "long.txt",
    "text/plain",
    `${"The harbour is quiet tonight.\r\n".repeat(400)}${RULES}`,
    "How long may a guest stay?",
    { kind: "line", line: 405 },
  ],
])("a citation of %s has its locator in the file", async (name, contentType, content, question, place) => {
  const ada = await signUp();
  await addReadyAsset(ada, ada.personalId, content, { name, contentType });
  const threadId = await startThread(ada, ada.personalId);
  const { knowledgeProvenance } = await sendMessage(ada, threadId, question);
  const citations = Object.values(knowledgeProvenance.citations) as (Citation & { locator: unknown })[];
  expect(citations.find(({ ordinal }) => ordinal === 1)?.locator).toEqual(place);
});

test("the decoder detects an undeclared legacy encoding by its letters", async () => {
  const ada = await signUp();
  // "Мост построен в 1931 году. Билет стоит сорок рублей." in KOI8-R.
  const koi8 =
    "edcfd3d420d0cfd3d4d2cfc5ce20d720313933312 0c7cfc4d52e20e2c9ccc5d420d3d4cfc9d420d3cfd2cfcb20d2d5c2ccc5ca2e".replaceAll(
      " ",
      "",
    );
  const bytes = Uint8Array.from(koi8.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
  const assetId = await addReadyAsset(ada, ada.personalId, bytes, { name: "most.txt" });
  const text = await (await rawCall("GET", `/v1/assets/${assetId}/text`, { token: ada.token })).text();
  expect(text).toBe("Мост построен в 1931 году. Билет стоит сорок рублей.");
});

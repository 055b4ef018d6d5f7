import { expect, test } from "vitest";
import ferries from "../../documents/ferries.pptx?inline";
import tides from "../../documents/tides.xlsx?inline";
import { sha256Hex } from "../../../src/domain/sha256.ts";
import { addReadyAsset, upload } from "../../support/http/assets.ts";
import { call, rawCall } from "../../support/http/call.ts";
import { makePdf, pageOf } from "../../support/fixtures/documents/pdf.ts";
import { type Person, signUp } from "../../support/http/person.ts";

interface Place {
  readonly start: number;
  readonly end: number;
  readonly locator: Readonly<Record<string, unknown>>;
}

async function placesOf({ token }: Person, assetId: string, query = "") {
  return await call("GET", `/v1/assets/${assetId}/places${query}`, { token });
}

async function textOf({ token }: Person, assetId: string): Promise<string> {
  return await (await rawCall("GET", `/v1/assets/${assetId}/text`, { token })).text();
}

async function readPlaces(person: Person, assetId: string) {
  const text = await textOf(person, assetId);
  const { places } = (await placesOf(person, assetId)).body.data as { places: readonly Place[] };
  return places.map(({ start, end, locator }) => ({ ...locator, text: text.slice(start, end).trimEnd() }));
}

/** Decodes a `data:…;base64,` URL. */
const bytesOf = (url: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(url.slice(url.indexOf(",") + 1)), (char) => char.charCodeAt(0));

test("the pages of a PDF are the spans of its text", async () => {
  const ada = await signUp();
  const pages = [
    pageOf("The loom weaves flowers."),
    pageOf("Ask the warden for keys."),
    pageOf("Boats rest."),
  ];
  const pdf = makePdf({ pages });
  const assetId = await addReadyAsset(ada, ada.personalId, pdf, {
    name: "rules.pdf",
    contentType: "application/pdf",
  });
  expect(await readPlaces(ada, assetId)).toEqual([
    { kind: "page", page: 1, text: "The loom weaves flowers." },
    { kind: "page", page: 2, text: "Ask the warden for keys." },
    { kind: "page", page: 3, text: "Boats rest." },
  ]);
});

test("slides, rows of sheets and times of captions are places", async () => {
  const ada = await signUp();
  const add = async (content: string | Uint8Array, name: string) =>
    await readPlaces(
      ada,
      await addReadyAsset(ada, ada.personalId, content, { name, contentType: "application/octet-stream" }),
    );
  const slides = await add(bytesOf(ferries), "ferries.pptx");
  expect(slides.map(({ text, ...place }) => [place, text.split("\n")[0]])).toEqual([
    [{ kind: "slide", slide: 1 }, "## Ferries of the bay"],
    [{ kind: "slide", slide: 2 }, "## Fares"],
  ]);
  const sheets = await add(bytesOf(tides), "tides.xlsx");
  expect(sheets.find(({ text }) => text.includes("Old Mole"))).toMatchObject({
    kind: "sheet",
    sheet: "Tides",
  });
  const cues =
    "WEBVTT\n\n00:01.000 --> 00:03.500\nThe bridge closes in May.\n\n00:09.000 --> 00:12.000\nFerry line 7 replaces it.\n";
  expect(await add(cues, "council.vtt")).toEqual([
    { kind: "time", start: 1, end: 3.5, text: "The bridge closes in May." },
    { kind: "time", start: 9, end: 12, text: "Ferry line 7 replaces it." },
  ]);
});

test("a text with more than 1,000 places is listed in parts, each from the offset of the one before", async () => {
  const ada = await signUp();
  const clock = (second: number): string => new Date(second * 1_000).toISOString().slice(11, 23);
  const cue = (at: number): string => `${clock(at * 9)} --> ${clock(at * 9 + 1)}\nBoat ${at} is here.\n`;
  const cues = `WEBVTT\n\n${Array.from({ length: 1_100 }, (_, at) => cue(at)).join("\n")}`;
  const assetId = await addReadyAsset(ada, ada.personalId, cues, {
    name: "harbour.vtt",
    contentType: "text/vtt",
  });
  const first = (await placesOf(ada, assetId)).body.data;
  const second = (await placesOf(ada, assetId, `?start=${first.next}&version=${first.version}`)).body.data;
  expect([first.places.length, second.places.length, second.next]).toEqual([1_000, 100, null]);
  expect(second.places[0]).toMatchObject({ start: first.next, locator: { kind: "time", start: 9_000 } });
});

test("the service rejects an unknown version and an unprocessed asset, and hides the places from strangers", async () => {
  const [ada, grace] = [await signUp("ada"), await signUp("grace")];
  const assetId = await addReadyAsset(ada, ada.personalId, "The loom weaves.");
  const unread = await upload(ada, ada.personalId, "The loom weaves.");
  const asked = [
    placesOf(ada, assetId, `?version=${await sha256Hex("another")}`),
    placesOf(ada, unread),
    placesOf(grace, assetId),
  ];
  expect((await Promise.all(asked)).map(({ status }) => status)).toEqual([404, 409, 404]);
  const { data } = (await placesOf(ada, assetId)).body;
  expect(data.version).toBe(await sha256Hex("The loom weaves."));
  expect(Date.parse(data.createdAt)).toBeGreaterThan(Date.now() - 3_600_000);
});

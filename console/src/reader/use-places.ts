import { client, type Locator } from "../data/client.ts";
import { keepLatest } from "../data/keep-latest.ts";
import { type Loading, useLoading } from "./use-stored-text.ts";

/** A span of the stored text and its place: page, slide, sheet, part or time. */
export interface Place {
  readonly start: number;
  readonly end: number;
  readonly locator: Locator;
}

export interface Places {
  readonly places: readonly Place[];
  /** When the service read this version of the text. */
  readonly readAt: Date;
}

/** A longer text has places near its beginning and around the cited words. */
const MAX_RESPONSES = 5;

/** The places of a version of a text; null reads nothing. */
export function usePlaces(assetId: string, version: string | null, around: number): Loading<Places> {
  const key = version === null ? null : `${assetId} ${version} ${String(around)}`;
  return useLoading(
    key,
    async () => await kept(key ?? "", async () => await readPlaces(assetId, version ?? "", around)),
  );
}

const kept = keepLatest<Places>(6);

async function readPlaces(assetId: string, version: string, around: number): Promise<Places> {
  const ask = async (start: number) => {
    const query = { ...(version === "" ? {} : { version }), start };
    const { data } = await client.request("GET", "/v1/assets/{assetID}/places", {
      params: { assetID: assetId },
      query,
    });
    return data;
  };
  const first = await ask(0);
  const places: Place[] = [...first.places];
  let { next } = first;
  for (let asked = 1; next !== null && asked < MAX_RESPONSES; asked += 1) {
    const more = await ask(next);
    places.push(...more.places);
    ({ next } = more);
  }
  if (next !== null && around >= next) places.push(...(await ask(around)).places);
  return { places, readAt: new Date(first.createdAt) };
}

/** The place of an offset; null if it has none. */
export function placeAt(places: readonly Place[], offset: number): Place | null {
  let [low, high] = [0, places.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (places[middle]!.end > offset) high = middle;
    else low = middle + 1;
  }
  const found = places[low];
  return found !== undefined && found.start <= offset ? found : null;
}

/** The locator of an offset: lines and rows rise by one with each line. */
export function locatorAt(places: readonly Place[], text: string, offset: number): Locator | null {
  const place = placeAt(places, offset);
  if (place === null) return null;
  const { locator, start } = place;
  const lines = text.slice(start, offset).split("\n").length - 1;
  if (locator.kind === "line") return { ...locator, line: locator.line + lines };
  return locator.kind === "sheet" && locator.row !== undefined
    ? { ...locator, row: locator.row + lines }
    : locator;
}

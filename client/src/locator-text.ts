import type { Schemas } from "./operation-types.ts";

/** Where something stands in its document, as its readers count. */
export type Locator = Schemas["Locator"];

/** For people: "page 3", "sheet Sales, row 7"; "" when there is none. */
export function locatorText(place: Locator | null): string {
  if (place === null) return "";
  if ("start" in place) return clock(place.start);
  const { kind, row, title, ...named }: Named = place;
  const below = row === undefined ? title : `row ${row}`;
  return `${kind} ${named[kind]}${below === undefined ? "" : `, ${below}`}`;
}

/** Each kind of a document's parts has its number or its name in a field that is called as the kind is. */
interface Named {
  readonly kind: Locator["kind"];
  readonly row?: number;
  readonly title?: string;
  readonly [kind: string]: string | number | undefined;
}

function clock(seconds: number): string {
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, Math.floor(seconds) % 60];
  return parts.map((part) => String(part).padStart(2, "0")).join(":");
}

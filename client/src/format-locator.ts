import type { Schemas } from "./operation-types.ts";

/** A location in a document, in the units that its readers count. */
export type Locator = Schemas["Locator"];

/** Formats a location: "page 3", "sheet Sales, row 7"; "" for null. */
export function formatLocator(place: Locator | null): string {
  if (place === null) return "";
  if ("start" in place) return clock(place.start);
  const { kind, row, title, ...named }: Named = place;
  const below = row === undefined ? title : `row ${row}`;
  return `${kind} ${named[kind]}${below === undefined ? "" : `, ${below}`}`;
}

/** Part of a document. A field with the name of the part's kind holds its number or name. */
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

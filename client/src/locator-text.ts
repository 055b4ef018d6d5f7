import type { Schemas } from "./operation-types.ts";

/** Where something stands in its document, as its readers count. */
export type Locator = Schemas["Locator"];

/** For people: "page 3", "sheet Sales, row 7"; "" when there is none. */
export function locatorText(place: Locator | null): string {
  if (place === null) return "";
  switch (place.kind) {
    case "page":
      return `page ${place.page}`;
    case "slide":
      return `slide ${place.slide}`;
    case "sheet":
      return place.row === undefined ? `sheet ${place.sheet}` : `sheet ${place.sheet}, row ${place.row}`;
    case "chapter":
      return place.title === undefined ? `chapter ${place.chapter}` : `chapter ${place.chapter}, ${place.title}`;
    case "part":
      return place.title === undefined ? `part ${place.part}` : `part ${place.part}, ${place.title}`;
    case "line":
      return `line ${place.line}`;
    default:
      return clock(place.start);
  }
}

function clock(seconds: number): string {
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, Math.floor(seconds) % 60];
  return parts.map((part) => String(part).padStart(2, "0")).join(":");
}

import type { Locator } from "../data/client.ts";
import { t } from "../words/t.ts";

/** A place in the person's language: "page 7". */
export function placeWords(place: Locator | null): string {
  switch (place?.kind) {
    case undefined:
      return "";
    case "page":
      return t("reader.atPage", { page: place.page });
    case "slide":
      return t("reader.atSlide", { slide: place.slide });
    case "sheet":
      return place.row === undefined
        ? t("reader.atSheet", { sheet: place.sheet })
        : t("reader.atRow", { sheet: place.sheet, row: place.row });
    case "chapter":
      return place.title ?? t("reader.atChapter", { chapter: place.chapter });
    case "part":
      return place.title ?? t("reader.atPart", { part: place.part });
    case "line":
      return t("reader.atLine", { line: place.line });
    case "time":
      return clock(place.start);
  }
}

/** Seconds as `1:02:03` or `2:03`. */
export function clock(seconds: number): string {
  const [hours, minutes, rest] = [seconds / 3600, (seconds / 60) % 60, seconds % 60].map(Math.floor);
  const two = (part: number | undefined): string => String(part ?? 0).padStart(2, "0");
  return hours === 0 ? `${String(minutes)}:${two(rest)}` : `${String(hours)}:${two(minutes)}:${two(rest)}`;
}

import { placeWords } from "../reader/place-words.ts";
import { t } from "../words/t.ts";
import type { Cited } from "./timeline/stored-messages.ts";

/** "agreement.pdf, page 7" */
export function sourceText({ displayName, locator }: Pick<Cited, "displayName" | "locator">): string {
  const place = placeWords(locator);
  const name = displayName === "" ? t("source.unnamed") : displayName;
  return place === "" ? name : t("reader.place", { name, place });
}

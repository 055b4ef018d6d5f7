import { t } from "../words/t.ts";
import type { Row } from "./timeline/row.ts";

/** Numbers for the authors whose pseudonyms a guest sees, in the order of the first rows that were read. */
export class GuestNames {
  readonly #numbers = new Map<string, number>();

  add(rows: readonly Row[]): void {
    for (const row of rows)
      if ("author" in row && !this.#numbers.has(row.author))
        this.#numbers.set(row.author, this.#numbers.size + 1);
  }

  find(author: string): string {
    const number = this.#numbers.get(author);
    return number === undefined ? "" : t("public.person", { number });
  }
}

import type { XmlReader } from "../xml/read-xml.ts";
import { MAX_POINTS, MAX_SERIES } from "./chart-blocks.ts";
import { CharacterBudget, type OfficeBlock } from "./office-text.ts";

const TITLES = new Set(["title", "subtitle"]);
/** Values that stand for a missing value in a series. */
const NO_VALUE = /^(?:nan|1\.#(?:nan|ind))$/i;

/** Reads an OpenDocument chart: its titles and its table of values. */
export class OdfChart implements XmlReader {
  readonly #titles: string[] = [];
  readonly #rows: string[][] = [];
  readonly #budget = new CharacterBudget();
  #isChart = false;
  #isInTable = false;
  #text: string | null = null;

  /** The chart as blocks; [] if the document is no chart. */
  get blocks(): OfficeBlock[] {
    if (!this.#isChart) return [];
    const titles = this.#titles
      .filter((title) => title.trim() !== "")
      .map((text): OfficeBlock => ({ kind: "paragraph", text }));
    return [...titles, { kind: "table", rows: this.#rows }];
  }

  open(name: string): void {
    if (name === "chart") this.#isChart = true;
    else if (name === "table") this.#isInTable = true;
    else if (name === "table-row" && this.#isInTable) this.#rows.push([]);
    else if (TITLES.has(name) || name === "table-cell") this.#text = "";
    else if (name === "p" && this.#text !== null && this.#text !== "") this.#text += " ";
  }

  text(text: string): void {
    this.#budget.take(text);
    if (this.#text !== null) this.#text += text;
  }

  close(name: string): void {
    if (name === "table") this.#isInTable = false;
    if (!TITLES.has(name) && name !== "table-cell") return;
    const text = (this.#text ?? "").trim();
    this.#text = null;
    const row = this.#rows.at(-1);
    if (TITLES.has(name) && this.#titles.length < MAX_SERIES) this.#titles.push(text);
    else if (
      name === "table-cell" &&
      row !== undefined &&
      this.#rows.length <= MAX_POINTS &&
      row.length <= MAX_SERIES
    )
      row.push(NO_VALUE.test(text) ? "" : text);
  }
}

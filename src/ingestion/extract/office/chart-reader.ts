import type { XmlAttributes, XmlReader } from "../xml/read-xml.ts";
import { plainNumber } from "./display-number.ts";
import { chartBlocks, MAX_POINTS, MAX_SERIES } from "./chart-blocks.ts";
import type { CharacterBudget, OfficeBlock } from "./office-text.ts";

type Part = "name" | "categories" | "values";

interface Series {
  name: string;
  readonly categories: Map<number, string>;
  readonly values: Map<number, string>;
}

const PARTS: Readonly<Record<string, Part>> = {
  tx: "name",
  cat: "categories",
  xVal: "categories",
  val: "values",
  yVal: "values",
};
/** Skipped elements. Labels repeat values, and bubble sizes, trend lines and error bars are only drawn. */
const SKIPPED = new Set(["dLbls", "bubbleSize", "trendline", "errBars", "extLst", "Fallback", "userShapes"]);

/** Reads a DrawingML chart: the titles of chart and axes, and the cached names and values of its series. */
export class ChartReader implements XmlReader {
  readonly #titles: string[] = [];
  readonly #series: Series[] = [];
  readonly #budget: CharacterBudget;
  #open: Series | null = null;
  #part: Part | null = null;
  #point = 0;
  #title: string | null = null;
  #text: string | null = null;
  #skipping = 0;

  /** @param budget shared by all parts of a document that are read together */
  constructor(budget: CharacterBudget) {
    this.#budget = budget;
  }

  get blocks(): OfficeBlock[] {
    return chartBlocks(this.#titles, this.#series);
  }

  open(name: string, attributes: XmlAttributes): void {
    if (this.#skipping > 0 || SKIPPED.has(name)) this.#skipping += 1;
    else if (name === "title") this.#title = "";
    else if (name === "p" && this.#title !== null && this.#title !== "") this.#title += " ";
    else if (name === "ser") this.#openSeries();
    else if (name === "pt") this.#point = Number(attributes.get("idx") ?? 0) || 0;
    else if (name === "t" || name === "v") this.#text = "";
    else if (this.#open !== null && PARTS[name] !== undefined) this.#part = PARTS[name];
  }

  text(text: string): void {
    this.#budget.take(text);
    if (this.#skipping === 0 && this.#text !== null) this.#text += text;
  }

  close(name: string): void {
    if (this.#skipping > 0) this.#skipping -= 1;
    else if (name === "title") this.#closeTitle();
    else if (name === "ser") this.#open = null;
    else if (name === "t" || name === "v") this.#closeText();
    else if (PARTS[name] !== undefined) this.#part = null;
  }

  #openSeries(): void {
    this.#open = { name: "", categories: new Map(), values: new Map() };
    if (this.#series.length < MAX_SERIES) this.#series.push(this.#open);
  }

  #closeTitle(): void {
    if (this.#title !== null && this.#titles.length < MAX_SERIES) this.#titles.push(this.#title);
    this.#title = null;
  }

  #closeText(): void {
    const text = this.#text ?? "";
    this.#text = null;
    if (this.#title !== null) this.#title += text;
    else if (this.#open === null) return;
    else if (this.#part === "name") this.#open.name += text;
    // If a point has several category levels, the first one is the innermost.
    else if (this.#part !== null && this.#point < MAX_POINTS && !this.#open[this.#part].has(this.#point))
      this.#open[this.#part].set(this.#point, this.#part === "values" ? plainNumber(text) : text);
  }
}

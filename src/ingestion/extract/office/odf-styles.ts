import type { Raised } from "../raised-text.ts";
import type { XmlAttributes, XmlReader } from "../xml/read-xml.ts";
import { isPaper, isWhite } from "./run-visibility.ts";

interface ListLevel {
  /** Number format of the list level; null for a bullet. */
  readonly format: string | null;
  readonly prefix: string;
  readonly suffix: string;
  readonly start: number;
}

const MAX_AFFIX_CHARS = 20;
/** Maximum size of a font that nobody can read. */
const MAX_TINY_POINTS = 1;

/** Reads styles of lists, titles and sheets from `styles.xml` and the beginning of `content.xml`. */
export class OdfStyles implements XmlReader {
  readonly #parents = new Map<string, string>();
  readonly #lists = new Map<string, Map<number, ListLevel>>();
  readonly #hidden = new Set<string>();
  readonly #unseen = new Set<string>();
  /** Styles with white letters, and styles with a background. */
  readonly #white = new Set<string>();
  readonly #filled = new Set<string>();
  readonly #raised = new Map<string, Raised | null>();
  #list: Map<number, ListLevel> | null = null;
  #style = "";

  open(name: string, attributes: XmlAttributes): void {
    if (name === "style") {
      this.#style = attributes.get("name") ?? "";
      this.#parents.set(this.#style, attributes.get("parent-style-name") ?? "");
    } else if (name === "table-properties" && attributes.get("display") === "false")
      this.#hidden.add(this.#style);
    else if (name === "text-properties") this.#setText(attributes);
    else if (name === "paragraph-properties") this.#setBackground(attributes);
    else if (name === "list-style") this.#lists.set(attributes.get("name") ?? "", (this.#list = new Map()));
    else if (name.startsWith("list-level-style-"))
      this.#list?.set(Number(attributes.get("level")), levelOf(name, attributes));
  }

  close(name: string): void {
    if (name === "list-style") this.#list = null;
  }

  isTitle(style: string): boolean {
    return style === "Title" || this.#parents.get(style) === "Title";
  }

  isHidden(style: string): boolean {
    return this.#hidden.has(style);
  }

  /** True if nobody sees text of this style: it is hidden, or too small to read. */
  isUnseen(style: string): boolean {
    return this.#unseen.has(style) || this.#unseen.has(this.#parents.get(style) ?? "");
  }

  /** True if text of this style is white. */
  isWhite(style: string): boolean {
    return this.#white.has(style) || this.#white.has(this.#parents.get(style) ?? "");
  }

  /** True if text of this style has a background of its own. */
  isFilled(style: string): boolean {
    return this.#filled.has(style) || this.#filled.has(this.#parents.get(style) ?? "");
  }

  raised(style: string): Raised | null {
    const own = this.#raised.get(style);
    return own === undefined ? (this.#raised.get(this.#parents.get(style) ?? "") ?? null) : own;
  }

  #setText(attributes: XmlAttributes): void {
    this.#setPosition(attributes.get("text-position"));
    this.#setBackground(attributes);
    const size = attributes.get("font-size") ?? "";
    const isTiny = size.endsWith("pt") && Number.parseFloat(size) <= MAX_TINY_POINTS;
    if (attributes.get("display") === "none" || isTiny) this.#unseen.add(this.#style);
    if (isWhite(attributes.get("color") ?? "")) this.#white.add(this.#style);
  }

  #setBackground(attributes: XmlAttributes): void {
    if (!isPaper(attributes.get("background-color") ?? "")) this.#filled.add(this.#style);
  }

  /** @param position such as "super 58%", "33% 58%" or "sub" */
  #setPosition(position: string | undefined): void {
    const by = position?.trim().split(/\s+/, 1)[0];
    if (by === undefined) return;
    const percent = Number.parseFloat(by);
    this.#raised.set(
      this.#style,
      by === "super" || percent > 0 ? "super" : by === "sub" || percent < 0 ? "sub" : null,
    );
  }

  /** @param depth from 1 */
  listLevel(style: string, depth: number): ListLevel | null {
    return this.#lists.get(style)?.get(depth) ?? null;
  }
}

function levelOf(name: string, attributes: XmlAttributes): ListLevel {
  const format = name === "list-level-style-number" ? (attributes.get("num-format") ?? "") : "";
  return {
    format: format === "" ? null : format,
    prefix: (attributes.get("num-prefix") ?? "").slice(0, MAX_AFFIX_CHARS),
    suffix: (attributes.get("num-suffix") ?? "").slice(0, MAX_AFFIX_CHARS),
    start: Number(attributes.get("start-value") ?? 1) || 1,
  };
}

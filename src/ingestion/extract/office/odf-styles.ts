import type { Raised } from "../raised-text.ts";
import type { XmlAttributes, XmlReader } from "../xml/read-xml.ts";

interface ListLevel {
  /** Number format of the list level; null for a bullet. */
  readonly format: string | null;
  readonly prefix: string;
  readonly suffix: string;
  readonly start: number;
}

const MAX_AFFIX_CHARS = 20;

/** Reads styles of lists, titles and sheets from `styles.xml` and the beginning of `content.xml`. */
export class OdfStyles implements XmlReader {
  readonly #parents = new Map<string, string>();
  readonly #lists = new Map<string, Map<number, ListLevel>>();
  readonly #hidden = new Set<string>();
  readonly #raised = new Map<string, Raised | null>();
  #list: Map<number, ListLevel> | null = null;
  #style = "";

  open(name: string, attributes: XmlAttributes): void {
    if (name === "style") {
      this.#style = attributes.get("name") ?? "";
      this.#parents.set(this.#style, attributes.get("parent-style-name") ?? "");
    } else if (name === "table-properties" && attributes.get("display") === "false")
      this.#hidden.add(this.#style);
    else if (name === "text-properties") this.#setPosition(attributes.get("text-position"));
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

  raised(style: string): Raised | null {
    const own = this.#raised.get(style);
    return own === undefined ? (this.#raised.get(this.#parents.get(style) ?? "") ?? null) : own;
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

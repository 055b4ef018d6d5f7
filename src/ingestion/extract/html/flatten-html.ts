import { decodeHTML } from "entities";
import { getAttribute } from "./get-attribute.ts";
import { elementBreak } from "./element-break.ts";
import { MathText } from "./math-text.ts";
import { type HtmlToken, htmlTokens } from "./html-tokens.ts";
import { SvgText } from "./svg-text.ts";

const CONCERNED = /<(?:math|template|iframe|script|svg)[\s>/]|\sreversed[\s=>/]/i;
const MATH = /<math[\s>]/i;
const LISTS = new Set(["ol", "ul", "menu"]);
/**
 * Elements of a drawing or formula that may contain HTML. In other elements an HTML block element ends the
 * drawing.
 */
const HOLDS_HTML = new Set(["foreignobject", "annotation-xml"]);

type DrawingName = "math" | "svg";
type Tag = Extract<HtmlToken, { readonly kind: "open" | "close" | "void" }>;
type Raw = Extract<HtmlToken, { readonly kind: "raw" }>;

/**
 * Rewrites a page so that its text is in the order that a browser shows. Inlines declarative shadow roots and
 * `srcdoc` frames, replaces formulas and drawing labels by text, and gives reversed lists their start number.
 * One pass in linear time.
 */
export function flattenHtml(html: string): string {
  return CONCERNED.test(html) ? new Flow(html).toString() : html;
}

class Flow {
  readonly #html: string;
  readonly #out: string[] = [];
  #copied = 0;
  /** One entry per open template: whether the template is a shadow root. */
  readonly #templates: boolean[] = [];
  /**
   * One entry per open list: its number of items, and the index of the output piece that receives its start
   * number.
   */
  readonly #lists: { readonly name: string; items: number; readonly piece: number | null }[] = [];
  #drawing: {
    readonly name: DrawingName;
    readonly text: MathText | SvgText;
    depth: number;
    html: number;
  } | null = null;
  readonly #hasMath: boolean;

  constructor(html: string) {
    this.#html = html;
    this.#hasMath = MATH.test(html);
  }

  toString(): string {
    for (const token of htmlTokens(this.#html)) {
      if (this.#drawing !== null) this.#draw(token);
      else if (token.kind === "raw") this.#raw(token);
      else if (token.kind === "open" || token.kind === "close") this.#tag(token);
    }
    if (this.#drawing !== null) this.#endDrawing(this.#html.length);
    while (this.#lists.length > 0) this.#endList();
    return this.#out.join("") + this.#html.slice(this.#copied);
  }

  #tag(token: Tag): void {
    const { name, kind } = token;
    if (name === "template") this.#template(token);
    else if (kind === "open" && (name === "math" || name === "svg")) this.#startDrawing(token, name);
    else if (name === "li" && kind === "open") this.#countItem();
    else if (LISTS.has(name)) this.#list(token);
  }

  #template(token: Tag): void {
    if (token.kind === "open") {
      const isShadow = getAttribute(this.#tagOf(token), "shadowrootmode") !== null;
      this.#templates.push(isShadow);
      if (isShadow) this.#replace(token.start, token.end, "<div>");
    } else if (this.#templates.pop() === true) this.#replace(token.start, token.end, "</div>");
  }

  #countItem(): void {
    const list = this.#lists.at(-1);
    if (list !== undefined) list.items += 1;
  }

  #list(token: Tag): void {
    if (token.kind === "close") {
      if (this.#lists.at(-1)?.name === token.name) this.#endList();
      return;
    }
    const tag = this.#tagOf(token);
    const countsDown =
      token.name === "ol" && getAttribute(tag, "reversed") !== null && getAttribute(tag, "start") === null;
    if (countsDown) this.#replace(token.start, token.end, tag);
    this.#lists.push({ name: token.name, items: 0, piece: countsDown ? this.#out.length - 1 : null });
  }

  #endList(): void {
    const list = this.#lists.pop();
    if (list === undefined || list.piece === null) return;
    const tag = this.#out[list.piece] ?? "";
    this.#out[list.piece] = `${tag.slice(0, 3)} start="${list.items}"${tag.slice(3)}`;
  }

  #raw(token: Raw): void {
    const tag = this.#html.slice(token.tag, token.start);
    if (token.name === "iframe") {
      const carried = getAttribute(tag, "srcdoc");
      if (carried !== null) this.#replace(token.tag, token.end, `<div>${decodeHTML(carried)}</div>`);
    } else if (
      token.name === "script" &&
      !this.#hasMath &&
      /^math\/tex/i.test(getAttribute(tag, "type") ?? "")
    ) {
      // A formula for MathJax 2 (https://docs.mathjax.org/en/v2.7-latest/).
      this.#replace(
        token.tag,
        token.end,
        `<span>\\(${escaped(this.#html.slice(token.start, token.end).trim())}\\)</span>`,
      );
    }
  }

  #startDrawing(token: Tag, name: DrawingName): void {
    const isHidden = getAttribute(this.#tagOf(token), "aria-hidden") === "true";
    if (isHidden) return;
    this.#out.push(this.#html.slice(this.#copied, token.start));
    this.#copied = token.start;
    this.#drawing = { name, text: name === "math" ? new MathText() : new SvgText(), depth: 1, html: 0 };
  }

  #draw(token: HtmlToken): void {
    const drawing = this.#drawing!;
    if (token.kind === "text") return drawing.text.add(decodeHTML(this.#html.slice(token.start, token.end)));
    if (token.kind !== "open" && token.kind !== "close") return;
    if (HOLDS_HTML.has(token.name)) drawing.html += token.kind === "open" ? 1 : -1;
    // An HTML block element ends a drawing without an end tag:
    // https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-inforeign
    if (drawing.html <= 0 && elementBreak(token.name) !== "none") {
      this.#endDrawing(token.start);
      return this.#tag(token);
    }
    if (token.name === drawing.name) drawing.depth += token.kind === "open" ? 1 : -1;
    if (drawing.depth === 0) return this.#endDrawing(token.end);
    if (token.kind === "close") return drawing.text.close(token.name);
    const tag = this.#tagOf(token);
    drawing.text.open(token.name, (attribute) => getAttribute(tag, attribute));
    if (tag.endsWith("/>")) drawing.text.close(token.name);
  }

  #endDrawing(end: number): void {
    const { name, text } = this.#drawing!;
    this.#drawing = null;
    const said = escaped(text.toString());
    this.#copied = end;
    if (said === "") return;
    this.#out.push(name === "math" ? `<span>${said}</span>` : `<div>${said.replaceAll("\n", "<br>")}</div>`);
  }

  #replace(start: number, end: number, text: string): void {
    this.#out.push(this.#html.slice(this.#copied, start), text);
    this.#copied = end;
  }

  #tagOf({ start, end }: Tag): string {
    return this.#html.slice(start, end);
  }
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}

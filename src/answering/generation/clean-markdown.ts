import { codeFence, endsFence } from "./code-fence.ts";
import { type AddressBook, replaceForeignAddresses, RUN_BREAK } from "./injected-content.ts";

/** The citation of one or more prompt sentences at a place of the text. */
export interface CitationMark {
  /** Offset in `CleanAnswer.text`. */
  readonly at: number;
  /** Sentence numbers of the prompt. */
  readonly numbers: readonly number[];
}

/** The Markdown of a model without citation numbers, foreign addresses, links, pictures and HTML. */
export interface CleanAnswer {
  readonly text: string;
  /** Citations in the order of their places. */
  readonly citations: readonly CitationMark[];
}

interface Options {
  /** The addresses in the input of the model. */
  readonly known: AddressBook;
  /** Whether the prompt has a sentence with this number. */
  readonly isCitable: (number: number) => boolean;
  /** False while the model writes. The result then omits the end of the text that later text may change. */
  readonly isWhole: boolean;
}

/** Stands for a citation until the end of the cleaning. */
const PLACE = "\ue000";
const UNWANTED = /[\ue000\u202a-\u202e\u2066-\u2069]|[^\P{Cc}\n\t]/gu;
const LINE_END = /\r\n|[\r\u2028\u2029]/g;
const NUMBERS = String.raw`[[【［⟨]{1,2}[ \t]?(?<numbers>\d{1,6}!?(?:[ \t]?[,;、][ \t]?\d{1,6}!?){0,30})[ \t]?[\]】］⟩]{1,2}`;
/** Matches a citation, a link, a picture, a link by reference, or an HTML tag. */
const TOKEN = new RegExp(
  [
    String.raw`[ \t]{0,3}${NUMBERS}`,
    String.raw`(?<picture>!?)\[(?<label>[^[\]]{0,300})\](?:\((?<target>[^()\s]{0,500})[^()]{0,200}\)|\[(?!\d{1,6}\])[^[\]]{0,100}\])`,
    String.raw`<(?<tag>!--[^<>]{0,300}--|[/?!]?[a-z][^<>]{0,300})>`,
  ].join("|"),
  "giu",
);
const CODE_CITATION = new RegExp(String.raw`[ \t]${NUMBERS}[ \t]*$`);
/** Matches the start of a token at the end of an unfinished line. */
const OPEN_TOKEN =
  /(?:!?[[【［⟨]{1,2}[^[\]【】［］⟨⟩]{0,300}(?:[\]】］⟩]{1,2}(?:\([^()]{0,700}|\[[^[\]]{0,100})?)?|<(?:[a-z/?!][^<>]{0,300})?)$/iu;
const OPEN_TOKEN_CHARS = 1_100;
/** Matches an unfinished line that may be a code fence. */
const OPEN_FENCE = /^[ \t>*+\-\d.)]*(?:`{1,2}$|`{3,}[^`]*$|~{1,2}$|~{3,})/;
const OPEN_CITATION = /[ \t]{0,3}[[【［⟨]{1,2}\d[\d,;、 \t]{0,100}$/;
const AUTOLINK = /^(?:[a-z][a-z\d+.-]*:[^\s"']*|[^\s"'@]+@[^\s"'@]+)$/i;
/** HTML elements that models write in Markdown. Other names in angle brackets are placeholders. */
const ELEMENT =
  /^(?:a|abbr|b|big|blockquote|body|br|button|center|code|del|details|div|em|embed|font|form|h[1-6]|head|hr|html|i|iframe|img|input|ins|kbd|li|link|mark|meta|object|ol|p|pre|s|script|small|span|strong|style|sub|summary|sup|svg|table|tbody|td|th|thead|tr|u|ul|video)$/i;
/** Matches what may follow a word directly. */
const AFTER_WORD = /^(?:$|\s|[.,;:!?)](?:\s|$))/;
const LINE_START = /^[\s>*+\-|\d.)]*$/;

/**
 * Removes foreign content from the Markdown of a model and keeps the rest as written. The cleaned text of an
 * unfinished answer is a prefix of the cleaned text of the whole answer.
 */
export function cleanMarkdown(written: string, options: Options): CleanAnswer {
  const raw = written.toWellFormed().replace(LINE_END, "\n").replace(UNWANTED, "");
  const lines = raw.split("\n");
  const found: number[][] = [];
  const fences = new Fences();
  const cleaned: string[] = [];
  for (const [at, line] of lines.entries()) {
    const isOpen = !options.isWhole && at === lines.length - 1;
    if (isOpen && OPEN_FENCE.test(line)) {
      cleaned.push("");
      break;
    }
    const kind = fences.next(line);
    const settled = isOpen ? withoutOpenToken(line) : line;
    if (kind === "prose") cleaned.push(prose(settled, options, found));
    else if (kind === "fence") cleaned.push(settled);
    else cleaned.push(isOpen ? settled.replace(CODE_CITATION, "") : codeLine(settled, options, found));
  }
  const text = cleaned.join("\n");
  const ended = options.isWhole ? text.replace(OPEN_CITATION, "") : withoutOpenRun(text);
  return extractPlaces(replaceForeignAddresses(ended.trimEnd(), options.known, PLACE), found);
}

/**
 * Follows code fences as CommonMark does. A fence counts as code only if every client reads it as a fence:
 * it has no list mark before it, and its lines have at least its indentation. After any other fence, clients
 * may disagree, so all text counts as prose.
 */
class Fences {
  #open: { readonly mark: string; readonly indent: number; readonly isCode: boolean } | null = null;
  #isAmbiguous = false;

  next(line: string): "prose" | "code" | "fence" {
    const indent = line.length - line.trimStart().length;
    if (this.#open === null) return this.#begin(line, indent);
    const { mark, isCode } = this.#open;
    const bare = line.trim();
    if (bare !== "" && (indent < this.#open.indent || (indent > 3 && endsFence(bare, mark))))
      this.#isAmbiguous = true;
    if (endsFence(bare, mark)) this.#open = null;
    return isCode && !this.#isAmbiguous ? "code" : "prose";
  }

  #begin(line: string, indent: number): "prose" | "fence" {
    const fence = codeFence(line);
    if (fence === null) return "prose";
    const { before, mark } = fence;
    if (!/^ {0,3}$/.test(before) || mark.startsWith("~")) this.#isAmbiguous = true;
    this.#open = { mark, indent, isCode: !this.#isAmbiguous };
    return this.#isAmbiguous ? "prose" : "fence";
  }
}

/** Keeps code as written, apart from a citation at its end. */
function codeLine(line: string, { isCitable }: Options, found: number[][]): string {
  const match = CODE_CITATION.exec(line);
  const numbers = numbersIn(match?.groups?.["numbers"]).filter(isCitable);
  if (match === null || numbers.length === 0) return line;
  found.push(numbers);
  return line.slice(0, match.index) + PLACE;
}

function prose(line: string, options: Options, found: number[][]): string {
  let [text, from] = ["", 0];
  for (const match of line.matchAll(TOKEN)) {
    text += line.slice(from, match.index);
    from = match.index + match[0].length;
    const { numbers, label, target, picture, tag } = match.groups ?? {};
    if (numbers !== undefined) {
      const cited = numbersIn(numbers).filter(options.isCitable);
      const space = /^[ \t]*/.exec(match[0])?.[0] ?? "";
      if (cited.length > 0) {
        found.push(cited);
        text += `${LINE_START.test(line.slice(0, match.index)) ? space : ""}${PLACE}`;
      } else if (!AFTER_WORD.test(line.slice(from, from + 2))) text += space;
    } else if (label !== undefined)
      text += linkText(label, picture === "" ? (target ?? "") : "", options.known);
    else text += tagText(tag ?? "");
  }
  return inert(text + line.slice(from));
}

const numbersIn = (list = ""): number[] => [...new Set(list.match(/\d+/g)?.map(Number))];

/** The label of a link. A target that the input of the model contains follows in brackets. */
function linkText(label: string, target: string, known: AddressBook): string {
  return target === "" || target === label || !known.hasAll(target) ? label : `${label} (${target})`;
}

function tagText(tag: string): string {
  if (AUTOLINK.test(tag)) return tag;
  if (/^br\b/i.test(tag)) return " ";
  return /^[a-z][\w.-]*$/i.test(tag) && !ELEMENT.test(tag) ? `‹${tag}›` : "";
}

/** Separates the signs that would still start a link, a picture or a tag. */
function inert(line: string): string {
  return line
    .replace(/!(?=\[)/g, "! ")
    .replace(/\](?=[([:])/g, "] ")
    .replace(/<(?=[a-z/!?])/gi, "‹");
}

function withoutOpenToken(line: string): string {
  let from = Math.max(0, line.length - OPEN_TOKEN_CHARS);
  const whole = [...line.matchAll(TOKEN)]
    .map(({ 0: text, index, groups }) => ({ start: index, end: index + text.length, groups }))
    // A bracket may still follow a citation at the end.
    .filter(({ end, groups }) => end > from && (end < line.length || groups?.["numbers"] === undefined));
  for (;;) {
    const open = line.slice(from).search(OPEN_TOKEN);
    if (open === -1) return line;
    const at = from + open;
    const around = whole.find(({ start, end }) => start < at && at < end);
    if (around === undefined) return line.slice(0, at);
    from = around.end;
  }
}

/** Omits the last run of characters, because it may become an address. */
function withoutOpenRun(text: string): string {
  let end = text.length;
  while (end > 0 && text[end - 1] !== PLACE && !RUN_BREAK.test(text[end - 1] ?? "")) end -= 1;
  return text.slice(0, end);
}

function extractPlaces(text: string, found: readonly number[][]): CleanAnswer {
  const [first = "", ...rest] = text.split(PLACE);
  let clean = first;
  const citations = rest.map((after, at): CitationMark => {
    const mark = { at: clean.length, numbers: found[at] ?? [] };
    clean += after;
    return mark;
  });
  return { text: clean, citations };
}

import { splitSentences, type Span } from "../../text/sentences.ts";
import { codeFence, endsFence } from "./code-fence.ts";
import type { CitationMark, CleanAnswer } from "./clean-markdown.ts";

/** A part of an answer with a mark of its own: a sentence, a table row or a code block. */
export interface AnswerPart extends Span {
  readonly kind: "sentence" | "row" | "code";
  /** True if the part asserts nothing, so that it has no mark: a heading, a lead-in or a question. */
  readonly isFrame: boolean;
  /** Citations in this part or directly behind it. */
  readonly citations: readonly CitationMark[];
  /** The sentence numbers of these citations. */
  readonly numbers: readonly number[];
}

/** A paragraph, heading, list item, table row or code block of an answer. */
export interface AnswerBlock extends Span {
  readonly kind: "paragraph" | "heading" | "item" | "row" | "header" | "code";
  /** The blocks of one list or one table have the same group. */
  readonly group: number;
  readonly parts: readonly AnswerPart[];
}

interface Line extends Span {
  readonly text: string;
}

type Draft = Omit<AnswerBlock, "parts" | "group"> & { group: number; end: number; kind: AnswerBlock["kind"] };

const HEADING = /^ {0,3}#{1,6}(?:[ \t]|$)/;
const RULE = /^[ \t]*(?:(?:-[ \t]*){3,}|(?:\*[ \t]*){3,}|(?:_[ \t]*){3,}|={3,})$/;
const ITEM = /^[ \t>]*(?:[-*+•‣▪◦●○]|\d{1,4}[.)])[ \t]+/;
const BOLD_LINE = /^(?:\*\*|__)[^*_\n]{1,200}(?:\*\*|__)[:：]?$/;
const LEAD_IN = /[:：][*_"'”’]{0,4}$/;
const QUESTION = /[?？؟][*_"'”’)]{0,4}$/;
const WORD = /[\p{L}\p{N}]/u;

/** Parses the blocks of an answer, and the parts of each block. */
export function parseAnswer({ text, citations }: CleanAnswer): readonly AnswerBlock[] {
  const blocks = blocksOf(linesOf(text));
  const spans = blocks.map((block) => partSpans(text, block));
  const owned = spans.map((all) => all.map((): CitationMark[] => []));
  let [block, owner] = [0, 0];
  for (const citation of citations) {
    for (; (blocks[block + 1]?.start ?? Infinity) <= citation.at; block += 1) owner = 0;
    while ((spans[block]?.[owner + 1]?.start ?? Infinity) < citation.at) owner += 1;
    owned[block]?.[owner]?.push(citation);
  }
  return blocks.map((each, at): AnswerBlock => ({
    ...each,
    parts: (spans[at] ?? []).map((span, index): AnswerPart => {
      const own = owned[at]?.[index] ?? [];
      const numbers = [...new Set(own.flatMap((citation) => citation.numbers))];
      const kind = each.kind === "code" || each.kind === "row" ? each.kind : "sentence";
      const said = text.slice(span.start, span.end);
      return { ...span, kind, citations: own, numbers, isFrame: isFrame(said, each, numbers) };
    }),
  }));
}

function isFrame(said: string, { kind }: Draft, numbers: readonly number[]): boolean {
  if (kind === "heading" || kind === "header") return true;
  if (!WORD.test(said)) return true;
  return (
    kind !== "code" && kind !== "row" && numbers.length === 0 && (LEAD_IN.test(said) || QUESTION.test(said))
  );
}

function linesOf(text: string): Line[] {
  let start = 0;
  return text.split("\n").map((line) => {
    const at = start;
    start += line.length + 1;
    return { text: line, start: at, end: at + line.trimEnd().length };
  });
}

function blocksOf(lines: readonly Line[]): Draft[] {
  const blocks: Draft[] = [];
  let group = 0;
  /** The block that the next line may continue. */
  let open: Draft | null = null;
  const add = (kind: Draft["kind"], line: Line, isSameGroup: boolean): Draft => {
    if (!isSameGroup) group += 1;
    const block = { kind, group, start: line.start, end: line.end };
    blocks.push(block);
    return block;
  };
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] as Line;
    const last = blocks.at(-1);
    const fence = codeFence(line.text);
    if (line.text.trim() === "") open = null;
    else if (fence !== null) {
      const end = closingFence(lines, at, fence.mark);
      add("code", line, false).end = (lines[end] as Line).end;
      at = end;
      open = null;
    } else if (HEADING.test(line.text) || BOLD_LINE.test(line.text.trim())) {
      add("heading", line, false);
      open = null;
    } else if (RULE.test(line.text) && !line.text.includes("|")) {
      if (open?.kind === "paragraph") open.kind = "heading";
      open = null;
    } else if (isTableLine(lines, at, last)) {
      open = null;
      if (isRuler(line.text)) {
        if (last !== undefined) last.end = line.end;
      } else {
        const isHeader = lines[at + 1]?.text.includes("|") === true && isRuler(lines[at + 1]?.text ?? "");
        add(isHeader ? "header" : "row", line, !isHeader && isTable(last) && isNextLine(lines, at, last));
      }
    } else if (ITEM.test(line.text))
      open = add("item", line, last?.kind === "item" && isNear(lines, at, last));
    else if (open !== null) open.end = line.end;
    else if (last?.kind === "item" && /^\s/.test(line.text)) open = add("item", line, true);
    else open = add("paragraph", line, false);
  }
  return blocks;
}

const isTable = (block: Draft | undefined): boolean => block?.kind === "row" || block?.kind === "header";

function isTableLine(lines: readonly Line[], at: number, last: Draft | undefined): boolean {
  const text = lines[at]?.text ?? "";
  if (!text.includes("|")) return false;
  const next = lines[at + 1]?.text ?? "";
  if (/^[ \t]*\|/.test(text) || (next.includes("|") && isRuler(next))) return true;
  return isTable(last) && isNextLine(lines, at, last);
}

/** True if no line lies between the block and this line. */
const isNextLine = (lines: readonly Line[], at: number, block: Draft | undefined): boolean =>
  (lines[at - 1]?.end ?? -1) === block?.end;

/** True if only blank lines lie between the block and this line. */
function isNear(lines: readonly Line[], at: number, block: Draft): boolean {
  let before = at - 1;
  while (before >= 0 && lines[before]?.text.trim() === "") before -= 1;
  return (lines[before]?.end ?? -1) === block.end;
}

function closingFence(lines: readonly Line[], from: number, mark: string): number {
  for (let at = from + 1; at < lines.length; at += 1)
    if (endsFence(lines[at]?.text.trim() ?? "", mark)) return at;
  return lines.length - 1;
}

/** True for the line below the header of a table. */
const isRuler = (text: string): boolean => text.includes("-") && /^[-:| \t]+$/.test(text);

/** The places of the parts of a block. */
function partSpans(text: string, { kind, start, end }: Draft): Span[] {
  if (kind !== "paragraph" && kind !== "item") return [{ start, end }];
  const written = text.slice(start, end);
  const from = ITEM.exec(written)?.[0].length ?? 0;
  // Signs of quotations stand at the start of a line and are no part of a sentence.
  const plain = written.slice(from).replace(/^[ \t]*>[ \t]?/gm, (sign) => " ".repeat(sign.length));
  return splitSentences(plain, start + from);
}

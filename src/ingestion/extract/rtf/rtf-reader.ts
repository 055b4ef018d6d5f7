import { ExtractionError } from "../../../domain/extraction-error.ts";
import type { Raised } from "../raised-text.ts";
import { RunningText } from "../running-text.ts";
import type { CellSpan } from "../table/table-rows.ts";
import { symbolFont } from "../text/symbol-font.ts";
import { RtfBlocks } from "./rtf-blocks.ts";
import { charsetOfCodePage } from "./charset-of-font.ts";
import { RtfFonts } from "./rtf-fonts.ts";
import type { RtfToken } from "./rtf-tokens.ts";

const MAX_DEPTH = 1_000;
const TOO_DEEP =
  "This document nests too deeply. Open it in a word processor, save it as DOCX or PDF, and upload that.";
/** Destinations that the extractor skips. It also skips unknown destinations with the mark `\*`. */
const SKIPPED = new Set(
  "colortbl pict object objdata header headerl headerr headerf footer footerl footerr footerf annotation atnid atnauthor atnref datafield filetbl revtbl listtable listoverridetable rsidtbl sn sv generator themedata colorschememapping latentstyles datastore xmlnstbl private1 falt panose keywords author operator company subject doccomm creatim revtim printim comment category manager hlinkbase nonshppict bkmkstart bkmkend tc xe template stylesheet".split(
    " ",
  ),
);
const NOTES = new Set(["footnote", "endnote"]);
const SYMBOLS: Readonly<Record<string, string>> = {
  line: "\n",
  lbr: "\n",
  tab: "\t",
  emdash: "—",
  endash: "–",
  emspace: " ",
  enspace: " ",
  bullet: "•",
  lquote: "‘",
  rquote: "’",
  ldblquote: "“",
  rdblquote: "”",
};
const PARAGRAPH_ENDS = new Set(["par", "sect", "page", "column"]);
/** Control words for superscript and subscript text. Their value decides: `\up6`, `\super0`. */
const RAISED = new Map<string, (value: number) => Raised | null>([
  ["super", (value) => (value === 0 ? null : "super")],
  ["sub", (value) => (value === 0 ? null : "sub")],
  ["up", (value) => (value > 0 ? "super" : null)],
  ["dn", (value) => (value > 0 ? "sub" : null)],
  ["nosupersub", () => null],
]);
/** Row span of a vertically merged cell. The cell ends at the first row without a continuation. */
const ALL_ROWS = Number.MAX_SAFE_INTEGER;
const MAX_COLUMNS = 1_000;

/** Instruction of a field that shows one symbol: `SYMBOL 183 \\f "Symbol"`. */
const SIGN_FIELD = /^\s*SYMBOL\s+(\d{1,5})\s(?:[^"]{0,50})\\f\s+"?([A-Za-z]+)"?/;
const MAX_INSTRUCTION = 200;

type Place = "text" | "skipped" | "fonts" | "title" | "note" | "instruction";

interface Group {
  place: Place;
  /** Number of fallback characters after `\u`, which the extractor skips. */
  fallback: number;
  font: number;
  /** Whether the field's instruction already supplied its symbol. The field's result repeats the symbol. */
  isSignTold: boolean;
  /** Whether the group is still empty. `\*` counts only at the start of a group. */
  isFresh: boolean;
  /** Whether the group contains only `\*` so far. */
  isOptional: boolean;
  raised: Raised | null;
  isHidden: boolean;
}

interface Paragraph {
  outline: number | null;
  isInTable: boolean;
}

/**
 * Reads the tokens of a document.
 * @throws ExtractionError
 */
export class RtfReader {
  readonly #blocks = new RtfBlocks();
  readonly #groups: Group[] = [];
  readonly #fonts = new RtfFonts();
  #group: Group = {
    place: "text",
    fallback: 1,
    font: 0,
    isSignTold: false,
    isFresh: true,
    isOptional: false,
    raised: null,
    isHidden: false,
  };
  #instruction = "";
  #paragraph: Paragraph = { outline: null, isInTable: false };
  #charset = "windows-1252";
  #undecoded = "";
  #toSkip = 0;
  readonly #note = new RunningText();
  /** Spans of the cells, from the row definition. */
  #spans: CellSpan[] = [];
  #span: CellSpan = {};
  #title = "";
  #comments = 0;
  #objects = 0;
  #hidden = 0;

  take(token: RtfToken): void {
    if (token.kind === "bytes") {
      this.#group.isFresh = false;
      this.#addBytes(token.bytes);
      return;
    }
    this.#flush();
    const { isFresh } = this.#group;
    this.#group.isFresh = false;
    if (token.kind === "word") this.#word(token.word, token.value);
    else if (token.kind === "symbol") this.#symbol(token.symbol, isFresh);
    else if (token.kind === "open") this.#open();
    else this.#close();
  }

  end() {
    this.#flush();
    const [text, title] = [this.#blocks.toString(), this.#title.replace(/\s+/g, " ").trim()];
    return { text, title, comments: this.#comments, objects: this.#objects, hidden: this.#hidden };
  }

  #open(): void {
    if (this.#groups.length === MAX_DEPTH) throw new ExtractionError(TOO_DEEP);
    this.#groups.push(this.#group);
    this.#group = { ...this.#group, isFresh: true, isOptional: false };
    this.#toSkip = 0;
  }

  #close(): void {
    const around = this.#groups.pop();
    if (around === undefined) return;
    if (this.#group.place === "note" && around.place !== "note") {
      this.#blocks.addNote(this.#note.take());
    }
    const isInstruction = this.#group.place === "instruction" && around.place !== "instruction";
    this.#group = around;
    this.#toSkip = 0;
    if (isInstruction) this.#endInstruction();
  }

  #endInstruction(): void {
    const [, code, font] = SIGN_FIELD.exec(this.#instruction) ?? [];
    this.#instruction = "";
    const sign = code === undefined || font === undefined ? null : (symbolFont(font)?.(Number(code)) ?? null);
    if (sign === null) return;
    this.#add(sign);
    this.#group.isSignTold = true;
  }

  #symbol(symbol: string, isFresh: boolean): void {
    if (symbol === "*") this.#group.isOptional = isFresh;
    else if (symbol === "~") this.#add("\u00a0");
    else if (symbol === "_") this.#add("-");
    else if (symbol === "\n" || symbol === "\r") this.#word("par", null);
    else if ("{}\\".includes(symbol)) this.#addBytes(symbol);
  }

  #word(word: string, value: number | null): void {
    const { isOptional } = this.#group;
    this.#group.isOptional = false;
    this.#count(word);
    if (NOTES.has(word)) this.#group.place = this.#group.place === "skipped" ? "skipped" : "note";
    else if (word === "fonttbl") this.#group.place = "fonts";
    else if (word === "fldinst")
      this.#group.place = this.#group.place === "skipped" ? "skipped" : "instruction";
    else if (word === "field") this.#group.isSignTold = false;
    else if (word === "fldrslt" && this.#group.isSignTold) this.#group.place = "skipped";
    else if (word === "title" && this.#groups.length > 1) this.#group.place = "title";
    else if (SKIPPED.has(word) || (isOptional && word !== "shppict" && word !== "shpinst"))
      this.#group.place = "skipped";
    else if (word in SYMBOLS) this.#add(SYMBOLS[word] ?? "");
    else if (word === "u") this.#addUnicode(value ?? 0);
    else if (word === "uc") this.#group.fallback = Math.min(Math.max(0, value ?? 1), 100);
    else if (word === "ansicpg") this.#charset = charsetOfCodePage(value ?? 0);
    else if (word === "mac") this.#charset = "macintosh";
    else if (word === "f") this.#group.font = value ?? 0;
    else if (word === "deff") this.#fonts.initial = this.#group.font = value ?? 0;
    else if (word === "v") this.#group.isHidden = value !== 0;
    else if (word === "plain")
      Object.assign(this.#group, { font: this.#fonts.initial, raised: null, isHidden: false });
    else if (RAISED.has(word)) this.#group.raised = RAISED.get(word)?.(value ?? 1) ?? null;
    else if (word === "fcharset" && this.#group.place === "fonts")
      this.#fonts.setCharset(this.#group.font, value ?? 0);
    else if (this.#group.place === "text") this.#layout(word, value);
    else if (this.#group.place === "note" && PARAGRAPH_ENDS.has(word)) this.#note.add(" ");
  }

  #layout(word: string, value: number | null): void {
    if (PARAGRAPH_ENDS.has(word))
      this.#blocks.endParagraph(this.#paragraph.outline, this.#paragraph.isInTable);
    else if (word === "cell" || word === "nestcell") this.#blocks.endCell();
    else if (word === "row" || word === "nestrow") this.#blocks.endRow(this.#spans);
    else if (word === "trowd") [this.#spans, this.#span] = [[], {}];
    else if (word === "clvmgf") this.#span = { rows: ALL_ROWS };
    else if (word === "clvmrg") this.#span = { isCovered: true };
    else if (word === "cellx") this.#endCellDefinition();
    else if (word === "pard") this.#paragraph = { outline: null, isInTable: false };
    else if (word === "intbl") this.#paragraph.isInTable = true;
    else if (word === "outlinelevel")
      this.#paragraph.outline = value === null || value < 0 || value > 5 ? null : value;
  }

  #endCellDefinition(): void {
    if (this.#spans.length < MAX_COLUMNS) this.#spans.push(this.#span);
    this.#span = {};
  }

  #count(word: string): void {
    if (this.#group.place === "skipped") return;
    if (word === "annotation") this.#comments += 1;
    else if (word === "object") this.#objects += 1;
  }

  #addUnicode(value: number): void {
    const code = value < 0 ? value + 0x1_0000 : value;
    this.#add(this.#fonts.letterOf(this.#group.font, code));
    this.#toSkip = this.#group.fallback;
  }

  #addBytes(bytes: string): void {
    const skipped = Math.min(this.#toSkip, bytes.length);
    this.#toSkip -= skipped;
    this.#undecoded += skipped === 0 ? bytes : bytes.slice(skipped);
  }

  /**
   * Decodes the buffered bytes together, because each byte of a multi-byte character arrives as a token of
   * its own.
   */
  #flush(): void {
    if (this.#undecoded === "") return;
    const bytes = this.#undecoded;
    this.#undecoded = "";
    if (this.#group.place === "fonts") this.#fonts.addName(this.#group.font, bytes);
    else if (this.#group.place !== "skipped")
      this.#add(this.#fonts.decoded(this.#group.font, bytes, this.#charset));
  }

  #add(text: string): void {
    const { place, isHidden } = this.#group;
    if (isHidden && (place === "text" || place === "note")) {
      if (text.trim() !== "") this.#hidden += 1;
    } else if (place === "text") this.#blocks.add(text, this.#group.raised);
    else if (place === "note") this.#note.add(text, this.#group.raised);
    else if (place === "title") this.#title += text;
    else if (place === "instruction" && this.#instruction.length < MAX_INSTRUCTION) this.#instruction += text;
  }
}

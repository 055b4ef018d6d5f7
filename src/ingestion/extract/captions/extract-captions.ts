import { decodeHTML } from "entities";
import type { LocatedSpan } from "../../../domain/locator.ts";
import { counted } from "../counted.ts";
import type { ExtractedText } from "../extracted-text.ts";
import { unchangedText } from "../text/plain-text.ts";
import { type Cue, parseCues } from "./parse-cues.ts";
import { addedLines } from "./added-lines.ts";
import { MS_PER_SECOND } from "../../../domain/time.ts";

const TITLE = /^WEBVTT[ \t]+(?:-[ \t]*)?(\S.*)/;
const VOICE = /^<v(?:\.[^\s>]{0,80})?[ \t]+([^>\n]{1,100})>/;
/** Splits a line before each voice tag, because one line may contain the words of several voices. */
const BEFORE_VOICE = /(?=<v[. \t])/;
/** Tags for formatting, languages, times within a cue, and positions. Any other `<` is text. */
const MARKUP = new RegExp(
  [
    String.raw`</?(?:b|i|u|s|c|em|strong|ruby|rt|span|br|p|div)(?:\.[^\s<>]{1,80})?\s?/?>`,
    String.raw`<(?:v|lang)(?:\.[^\s<>]{1,80})?(?:\s[^<>\n]{0,120})?>|</(?:v|lang|font)>`,
    String.raw`<(?:font|span|p|div)\s[a-z-]{1,20}\s?=[^<>\n]{0,160}>`,
    String.raw`<\d[\d:.,]{3,16}>`,
    String.raw`\{\\[^}\n]{0,80}\}`,
  ].join("|"),
  "gi",
);
const NAMED_SPEAKER = /^(?:-\s?)?(?:>>\s?)?([\p{Lu}][\p{L}\p{M} .'’-]{0,40}):\s/u;
const ENDS_SENTENCE = /[.!?…。！？]["'”’)\]]*$/u;
/**
 * A paragraph longer than this ends with its current sentence. A change of speaker or a long pause also ends
 * it.
 */
const PARAGRAPH_CHARS = 500;
const MAX_PARAGRAPH_CHARS = 1_200;
const PAUSE_MS = 4_000;

/**
 * Extracts captions (WebVTT, SubRip) as running text. Joins cues into sentences and writes one paragraph per
 * speaker with the name before it. A file without cues stays unchanged.
 * @throws ExtractionError if there is no text
 */
export function extractCaptions(text: string): ExtractedText {
  const { cues, outside } = parseCues(text);
  const out = new Transcript();
  for (const [at, lines] of addedLines(cues).entries()) {
    for (const line of lines) for (const piece of line.split(BEFORE_VOICE)) out.add(piece, cues[at] as Cue);
  }
  const transcript = out.toString();
  if (transcript === "") return unchangedText(text);
  const title = TITLE.exec(text.slice(0, 400))?.[1]?.trim() ?? "";
  const note =
    outside === 0
      ? ""
      : `${counted(outside, "line")} above the first cue ${outside === 1 ? "has" : "have"} no time and ${outside === 1 ? "was" : "were"} not read.`;
  return { text: transcript, pages: [], spans: out.spans, title, strategy: "captions", form: "plain", note };
}
class Transcript {
  readonly spans: LocatedSpan[] = [];
  readonly #paragraphs: string[] = [];
  #length = 0;
  #at = 0;
  #cue: { at: number; start: number; end: number } | null = null;
  #paragraph = "";
  #speaker = "";
  #endMs = 0;

  add(line: string, { startMs, endMs }: Cue): void {
    const voice = decodeHTML(VOICE.exec(line)?.[1] ?? "").trim();
    const words = decodeHTML(line.replace(MARKUP, "")).replace(/\s+/g, " ").trim();
    if (words === "") return;
    const speaker = voice || (NAMED_SPEAKER.exec(words)?.[1] ?? "");
    const isOther = speaker !== "" && speaker !== this.#speaker;
    const isFull = this.#paragraph.length > PARAGRAPH_CHARS && ENDS_SENTENCE.test(this.#paragraph);
    if (isOther || isFull || startMs - this.#endMs > PAUSE_MS || this.#paragraph.length > MAX_PARAGRAPH_CHARS)
      this.#close();
    if (isOther) this.#speaker = speaker;
    const lead = voice !== "" && this.#paragraph === "" ? `${voice}: ` : "";
    if (this.#paragraph === "") this.#at = this.#length + (this.#length === 0 ? 0 : 2);
    else this.#paragraph += " ";
    this.#mark(startMs / MS_PER_SECOND, endMs / MS_PER_SECOND);
    this.#paragraph += lead + words;
    this.#endMs = Math.max(this.#endMs, endMs);
  }

  toString(): string {
    this.#close();
    return this.#paragraphs.join("\n\n");
  }

  /** Records the span of a cue's start. The other lines of the cue belong to the same span. */
  #mark(start: number, end: number): void {
    const at = this.#at + this.#paragraph.length;
    if (this.#cue?.start === start && this.#cue.end === end) return;
    this.#endCue(at);
    this.#cue = { at, start, end: Math.max(start, end) };
  }

  #endCue(at: number): void {
    if (this.#cue === null) return;
    const { at: from, start, end } = this.#cue;
    this.spans.push({ start: from, end: at, locator: { kind: "time", start, end } });
    this.#cue = null;
  }

  #close(): void {
    if (this.#paragraph === "") return;
    this.#paragraphs.push(this.#paragraph);
    this.#length = this.#at + this.#paragraph.length;
    this.#endCue(this.#length);
    this.#paragraph = "";
  }
}

import { decodeHTML } from "entities";
import type { LocatedSpan } from "../../../domain/locator.ts";
import type { ExtractedText } from "../extracted-text.ts";
import { asItStands } from "../text/plain-text.ts";

const TIMES = /^(?:(\d{1,4}):)?(\d{1,2}):(\d{2})[.,](\d{1,3})[ \t]+-->[ \t]+(?:(\d{1,4}):)?(\d{1,2}):(\d{2})[.,](\d{1,3})/;
const BLOCK_WITHOUT_WORDS = /^(?:NOTE|STYLE|REGION)(?:\s|$)/;
const TITLE = /^WEBVTT[ \t]+(?:-[ \t]*)?(\S.*)/;
const VOICE = /^<v(?:\.[^\s>]{0,80})?[ \t]+([^>\n]{1,100})>/;
/** Of formatting, of times within a cue, of positions. */
const MARKUP = /<[^>\n]{0,120}>|\{\\[^}\n]{0,80}\}/g;
const NAMED_SPEAKER = /^(?:-\s?)?(?:>>\s?)?([\p{Lu}][\p{L}\p{M} .'’-]{0,40}):\s/u;
const ENDS_SENTENCE = /[.!?…。！？]["'”’)\]]*$/u;
/** A paragraph ends with a sentence after so many characters, after this pause, or where another speaks. */
const PARAGRAPH_CHARS = 500;
const MAX_PARAGRAPH_CHARS = 1_200;
const PAUSE_MS = 4_000;

interface Cue {
  readonly startMs: number;
  readonly endMs: number;
  readonly lines: readonly string[];
}

/**
 * Captions (WebVTT, SubRip) as running text: cues joined to sentences, a paragraph a speaker, with the name before it. What has no cues
 * stays as it is.
 * @throws ExtractionError when there is no text
 */
export function extractCaptions(text: string): ExtractedText {
  const out = new Transcript();
  for (const cue of cuesOf(text)) for (const line of cue.lines) out.add(line, cue);
  const transcript = out.toString();
  if (transcript === "") return asItStands(text);
  const title = TITLE.exec(text.slice(0, 400))?.[1]?.trim() ?? "";
  return { text: transcript, pages: [], spans: out.spans, title, strategy: "captions", form: "plain" };
}

function* cuesOf(text: string): Generator<Cue> {
  let open: { startMs: number; endMs: number; lines: string[] } | null = null;
  let isMute = false;
  let previous = "";
  for (const line of text.split(/\r\n|\n|\r/)) {
    const times = line.includes("-->") ? TIMES.exec(line.trimStart()) : null;
    if (times !== null) {
      // A number right above the times is the name of the next cue, also where no blank line stands between them.
      if (open !== null && /^\d+$/.test(previous)) open.lines.pop();
      if (open !== null) yield open;
      open = { startMs: milliseconds(times, 1), endMs: milliseconds(times, 5), lines: [] };
    } else if (line.trim() === "") {
      if (open !== null) yield open;
      [open, isMute] = [null, false];
    } else if (open !== null) open.lines.push(line.trim());
    else isMute ||= BLOCK_WITHOUT_WORDS.test(line);
    previous = line.trim();
  }
  if (open !== null) yield open;
}

function milliseconds(times: RegExpExecArray, from: number): number {
  const [hours, minutes, seconds] = [0, 1, 2].map((at) => Number(times[from + at] ?? 0)) as [number, number, number];
  return ((hours * 60 + minutes) * 60 + seconds) * 1_000 + Number((times[from + 3] ?? "0").padEnd(3, "0"));
}

class Transcript {
  readonly spans: LocatedSpan[] = [];
  readonly #paragraphs: string[] = [];
  #length = 0;
  #at = 0;
  #cue: { at: number; start: number; end: number } | null = null;
  #paragraph = "";
  #speaker = "";
  #lastLine = "";
  #endMs = 0;

  add(line: string, { startMs, endMs }: Cue): void {
    const voice = decodeHTML(VOICE.exec(line)?.[1] ?? "").trim();
    const words = decodeHTML(line.replace(MARKUP, "")).replace(/\s+/g, " ").trim();
    // Captions that roll show each line twice.
    if (words === "" || words === this.#lastLine) return;
    this.#lastLine = words;
    const speaker = voice || (NAMED_SPEAKER.exec(words)?.[1] ?? "");
    const isOther = speaker !== "" && speaker !== this.#speaker;
    const isFull = this.#paragraph.length > PARAGRAPH_CHARS && ENDS_SENTENCE.test(this.#paragraph);
    if (isOther || isFull || startMs - this.#endMs > PAUSE_MS || this.#paragraph.length > MAX_PARAGRAPH_CHARS) this.#close();
    if (isOther) this.#speaker = speaker;
    const lead = voice !== "" && this.#paragraph === "" ? `${voice}: ` : "";
    if (this.#paragraph === "") this.#at = this.#length + (this.#length === 0 ? 0 : 2);
    else this.#paragraph += " ";
    this.#mark(startMs / 1_000, endMs / 1_000);
    this.#paragraph += lead + words;
    this.#endMs = Math.max(this.#endMs, endMs);
  }

  toString(): string {
    this.#close();
    return this.#paragraphs.join("\n\n");
  }

  /** A cue begins here; its other lines belong to it. */
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

import type { CooperativeTask } from "../../../text/cooperative-task.ts";
import { contentLines, plainValue } from "../calendar/content-lines.ts";
import type { FileKind } from "../file-types.ts";
import { type WordSink, isEncoded, MAX_COUNTED_CHARS } from "./word-sink.ts";

const LINES_PER_STEP = 500;
const CELL = /[^,;\t|"\n]+/g;
const VALUE = /[^"\n]+/g;
const JSON_ESCAPE = /\\(?:u([0-9a-fA-F]{4})|.)/g;
const CAPTION_MARKUP = /<[^<>]{0,120}>|\{\\[^{}]{0,80}\}/g;
const CAPTION_ASIDE = /^(?:WEBVTT|NOTE|STYLE|REGION)(?:\s|$)/;
/** Calendar properties with text by people. */
const CALENDAR_TEXTS = new Set(["SUMMARY", "DESCRIPTION", "LOCATION", "COMMENT"]);

type TextKind = "delimited" | "json" | "captions" | "calendar";
const READERS: Readonly<Record<TextKind, (text: string) => Iterable<string>>> = {
  delimited: cells,
  json: values,
  captions,
  calendar,
};

export function isCountedText(kind: FileKind): kind is TextKind {
  return kind in READERS;
}

/** Adds the words in the cells, values, cues or fields of a text file. */
export function* countText(kind: TextKind, text: string, sink: WordSink): CooperativeTask<void> {
  let count = 0;
  for (const piece of READERS[kind](text.slice(0, MAX_COUNTED_CHARS))) {
    count += 1;
    if (count % LINES_PER_STEP === 0) yield;
    if (isEncoded(piece)) continue;
    sink.add(piece, "");
  }
}

function* lines(text: string): Generator<string> {
  let start = 0;
  for (let end = text.indexOf("\n"); end >= 0; end = text.indexOf("\n", start)) {
    yield text.slice(start, end);
    start = end + 1;
  }
  yield text.slice(start);
}

function* cells(text: string): Generator<string> {
  for (const [cell] of text.matchAll(CELL)) yield cell;
}

function* values(text: string): Generator<string> {
  for (const [value] of text.matchAll(VALUE)) {
    yield value.replace(JSON_ESCAPE, (_, code: string | undefined) =>
      code === undefined ? " " : String.fromCharCode(Number.parseInt(code, 16)),
    );
  }
}

/** Skips the name of a cue: a line above the times that begins a block. */
function* captions(text: string): Generator<string> {
  let isAside = false;
  let isFirst = true;
  let waiting: string | null = null;
  for (const line of lines(text)) {
    const plain = line.trim();
    if (plain === "") isAside = false;
    else if (CAPTION_ASIDE.test(plain)) isAside = true;
    const isTimes = plain.includes("-->");
    if (waiting !== null && !isTimes) yield waiting.replace(CAPTION_MARKUP, " ");
    waiting = null;
    if (plain !== "" && !isAside && !isTimes && !/^\d+$/.test(plain)) {
      if (isFirst) waiting = plain;
      else yield plain.replace(CAPTION_MARKUP, " ");
    }
    isFirst = plain === "";
  }
  if (waiting !== null) yield waiting.replace(CAPTION_MARKUP, " ");
}

function* calendar(text: string): Generator<string> {
  for (const { name, value } of contentLines(text))
    if (CALENDAR_TEXTS.has(name)) yield* plainValue(value).split("\n");
}

import { escaped } from "./escaped.ts";
import { recordOf } from "../service/wire.ts";

/** What was said in a part of a recording. */
export interface Cue {
  /** In seconds from the beginning. */
  readonly start: number;
  readonly end: number;
  readonly said: string;
}

/** Hours of four digits are the most that can be written. */
const MAX_SECONDS = 9_999 * 3_600;

/** The segments of a transcription's answer; [] where it does not say when each was said. */
export function cuesOf(segments: unknown): Cue[] {
  if (!Array.isArray(segments)) return [];
  const cues = segments.map(recordOf).map(({ text, start, end }) => ({
    start: Number(start ?? NaN),
    end: Number(end ?? start ?? NaN),
    said: typeof text === "string" ? text.replace(/\s+/g, " ").trim() : "",
  }));
  return cues.every(({ start, end }) => isTime(start) && isTime(end)) ? cues.filter(({ said }) => said !== "") : [];
}

/** From it the service tells the time of each quote, and makes paragraphs at pauses. */
export function webVtt(cues: readonly Cue[]): string {
  const written = cues.map(({ start, end, said }) => `${clock(start)} --> ${clock(Math.max(start, end))}\n${escaped(said)}\n`);
  return `WEBVTT\n\n${written.join("\n")}`;
}

const isTime = (seconds: number): boolean => seconds >= 0 && seconds <= MAX_SECONDS;

/** `01:02:03.400` */
function clock(seconds: number): string {
  const ms = Math.round(seconds * 1_000);
  const [hours, minutes] = [Math.floor(ms / 3_600_000), Math.floor(ms / 60_000) % 60];
  return `${String(hours).padStart(2, "0")}:${String(minutes).padStart(2, "0")}:${((ms % 60_000) / 1_000).toFixed(3).padStart(6, "0")}`;
}

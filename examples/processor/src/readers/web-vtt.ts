import { escapeHtml } from "./escape-html.ts";
import { recordOf } from "../service/waiting-asset.ts";

/** The words of one segment of a recording. */
export interface Cue {
  /** In seconds from the beginning. */
  readonly start: number;
  readonly end: number;
  readonly said: string;
}

/** The format allows hours of four digits. */
const MAX_SECONDS = 9_999 * 3_600;

/** The segments of a transcription; [] if the response has no times. */
export function cuesOf(segments: unknown): Cue[] {
  if (!Array.isArray(segments)) return [];
  const cues = segments.map(recordOf).map(({ text, start, end }) => ({
    start: Number(start ?? NaN),
    end: Number(end ?? start ?? NaN),
    said: typeof text === "string" ? text.replace(/\s+/g, " ").trim() : "",
  }));
  return cues.every(({ start, end }) => isTime(start) && isTime(end))
    ? cues.filter(({ said }) => said !== "")
    : [];
}

/** Writes WebVTT, from which the service locates quotes by time and splits paragraphs at pauses. */
export function webVtt(cues: readonly Cue[]): string {
  const written = cues.map(
    ({ start, end, said }) => `${clock(start)} --> ${clock(Math.max(start, end))}\n${escapeHtml(said)}\n`,
  );
  return `WEBVTT\n\n${written.join("\n")}`;
}

const isTime = (seconds: number): boolean => seconds >= 0 && seconds <= MAX_SECONDS;

/** Example: `01:02:03.400`. */
function clock(seconds: number): string {
  const ms = Math.round(seconds * 1_000);
  const [hours, minutes] = [Math.floor(ms / 3_600_000), Math.floor(ms / 60_000) % 60];
  return `${String(hours).padStart(2, "0")}:${String(minutes).padStart(2, "0")}:${((ms % 60_000) / 1_000).toFixed(3).padStart(6, "0")}`;
}

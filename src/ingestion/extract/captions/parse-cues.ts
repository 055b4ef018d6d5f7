import { MS_PER_SECOND } from "../../../domain/time.ts";

const MARK = String.raw`(?:(\d{1,4}):)?(\d{1,2}):(\d{2})(?:[.,](\d{1,3}))?`;
const TIMES = new RegExp(String.raw`^${MARK}[ \t]{0,20}-->[ \t]{0,20}${MARK}`);
const BLOCK_WITHOUT_WORDS = /^(?:NOTE|STYLE|REGION)(?:\s|$)/;
const WEBVTT = /^WEBVTT(?:\s|$)/;

export interface Cue {
  readonly startMs: number;
  readonly endMs: number;
  readonly lines: readonly string[];
}

/**
 * Parses cues. A cue ends where the next cue begins, because programs leave blank lines inside cues. WebVTT
 * has notes, styles and regions between cues, and the line above the times may be the cue's name.
 * @returns the cues, and the number of non-blank lines before the first cue
 */
export function parseCues(text: string): { readonly cues: readonly Cue[]; readonly outside: number } {
  const isVtt = WEBVTT.test(text);
  const lines = text.split(/\r\n|\n|\r/).map((line) => line.trim());
  const cues: { startMs: number; endMs: number; lines: string[] }[] = [];
  let isMute = isVtt;
  const before: string[] = [];
  for (const [at, line] of lines.entries()) {
    const times = line.includes("-->") ? TIMES.exec(line) : null;
    const held = cues.at(-1)?.lines ?? before;
    if (times !== null) {
      // Removes the cue's name from the lines above the times. A name that was skipped as part of a note is
      // not among them.
      if (!isMute && isName(lines, at, { isVtt, isAllSaid: cues.length > 0 && held.length === 1 }))
        held.pop();
      cues.push({ startMs: milliseconds(times, 1), endMs: milliseconds(times, 5), lines: [] });
      isMute = false;
    } else if (line === "") isMute = false;
    else {
      isMute ||= isVtt && lines[at - 1] === "" && BLOCK_WITHOUT_WORDS.test(line);
      if (!isMute) held.push(line);
    }
  }
  return { cues, outside: before.length };
}

/**
 * Whether the line above the times is the cue's name: a number, or in WebVTT any line after a blank line. If
 * that line is the only text of the previous cue, it is no name.
 */
function isName(
  lines: readonly string[],
  at: number,
  cue: { readonly isVtt: boolean; readonly isAllSaid: boolean },
): boolean {
  const above = lines[at - 1] ?? "";
  if (above === "") return false;
  if (/^\d+$/.test(above)) return true;
  const isApart = at < 2 || lines[at - 2] === "";
  return cue.isVtt && isApart && !cue.isAllSaid;
}

function milliseconds(times: RegExpExecArray, from: number): number {
  const [hours, minutes, seconds] = [0, 1, 2].map((at) => Number(times[from + at] ?? 0)) as [
    number,
    number,
    number,
  ];
  return (
    ((hours * 60 + minutes) * 60 + seconds) * MS_PER_SECOND + Number((times[from + 3] ?? "0").padEnd(3, "0"))
  );
}

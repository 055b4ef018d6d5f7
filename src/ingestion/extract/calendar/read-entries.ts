import { type ContentLine, contentLines, plainValue } from "./content-lines.ts";

const ENTRIES = new Set(["VEVENT", "VTODO", "VJOURNAL"]);
/** Components without text for readers. Some contain only time zone rules. */
const SILENT = new Set(["VCALENDAR", "VTIMEZONE", "STANDARD", "DAYLIGHT", "VALARM"]);
/**
 * Maximum number of lines to read of one property per entry. A meeting of a whole company lists only its
 * first guests.
 */
export const MAX_LINES = 100;

export interface Entry {
  readonly kind: string;
  /** The line of the file at which the entry begins. */
  readonly line: number;
  readonly lines: ReadonlyMap<string, readonly ContentLine[]>;
}

export interface Calendar {
  readonly title: string;
  readonly entries: readonly Entry[];
  /** Number of lines dropped because a property has more than `MAX_LINES`. */
  readonly unreadLines: number;
  /** Number of entries of other kinds, such as free/busy times. */
  readonly otherEntries: number;
}

export function readEntries(text: string): Calendar {
  const entries: Entry[] = [];
  const open: string[] = [];
  let [title, unreadLines, otherEntries] = ["", 0, 0];
  let entry: { kind: string; line: number; lines: Map<string, ContentLine[]> } | null = null;
  for (const line of contentLines(text)) {
    const { name, value } = line;
    if (name === "BEGIN") {
      const kind = value.trim().toUpperCase();
      if (ENTRIES.has(kind)) entry = { kind, line: line.line, lines: new Map() };
      else {
        open.push(kind);
        if (!SILENT.has(kind)) otherEntries += 1;
      }
    } else if (name === "END") {
      if (!ENTRIES.has(value.trim().toUpperCase())) open.pop();
      else if (entry !== null) {
        entries.push(entry);
        entry = null;
        open.length = Math.min(open.length, 1);
      }
    } else if (name === "X-WR-CALNAME" || (name === "NAME" && entry === null)) title ||= plainValue(value);
    // Skips the properties of an alarm, because they do not describe the event.
    else if (entry !== null && open.at(-1) !== "VALARM") {
      const before: ContentLine[] = entry.lines.get(name) ?? [];
      if (before.length < MAX_LINES) before.push(line);
      else unreadLines += 1;
      entry.lines.set(name, before);
    }
  }
  // A truncated file ends inside an entry.
  if (entry !== null && entry.lines.size > 0) entries.push(entry);
  return { title, entries, unreadLines, otherEntries };
}

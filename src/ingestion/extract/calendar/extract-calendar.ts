import type { ExtractedText } from "../extracted-text.ts";
import { hasOldLineEnds, LinedText } from "../lined-text.ts";
import { asItStands } from "../text/plain-text.ts";
import { type ContentLine, contentLines, plainValue } from "./content-lines.ts";
import { repetitionOf, whenOf } from "./event-times.ts";

const ENTRIES = new Set(["VEVENT", "VTODO", "VJOURNAL"]);
/** Of one entry: a meeting of everybody is told by its first guests. */
const MAX_GUESTS = 100;

interface Entry {
  /** Of the file: where it begins. */
  readonly line: number;
  readonly lines: Map<string, ContentLine[]>;
}

/** A part of an entry's paragraph, and the line of the file that says it. */
interface Said {
  readonly text: string;
  readonly line: number;
}

/**
 * A calendar, one paragraph an entry: what, when and where in the first sentence, then who, how often, and the description. The first sentence
 * stands where the entry begins, all else in its own line of the file. A file without entries stays as it is.
 * @throws ExtractionError when there is no text
 */
export function extractCalendar(text: string): ExtractedText {
  let title = "";
  const paragraphs: (readonly Said[])[] = [];
  const open: string[] = [];
  let entry: Entry | null = null;
  for (const line of contentLines(text)) {
    if (line.name === "BEGIN") {
      const kind = line.value.trim().toUpperCase();
      if (ENTRIES.has(kind)) entry = { line: line.line, lines: new Map() };
      else open.push(kind);
    } else if (line.name === "END") {
      if (!ENTRIES.has(line.value.trim().toUpperCase())) open.pop();
      else if (entry !== null) {
        paragraphs.push(paragraphOf(entry));
        entry = null;
        open.length = Math.min(open.length, 1);
      }
    } else if (line.name === "X-WR-CALNAME") title = plainValue(line.value);
    // What stands in an alarm is not said of its event.
    else if (entry !== null && open.at(-1) !== "VALARM") keep(entry, line);
  }
  if (paragraphs.length === 0) return asItStands(text);
  const made = new LinedText();
  for (const [nth, paragraph] of paragraphs.entries()) {
    if (nth > 0) made.add("\n");
    for (const said of paragraph) made.add(`${said.text}\n`, said.line);
  }
  return { ...made.end(!hasOldLineEnds(text)), pages: [], title, strategy: "calendar", form: "plain" };
}

function keep({ lines }: Entry, line: ContentLine): void {
  lines.set(line.name, [...(lines.get(line.name) ?? []), line].slice(0, MAX_GUESTS));
}

function paragraphOf({ line: begin, lines: entry }: Entry): readonly Said[] {
  const said = (name: string): string => plainValue(entry.get(name)?.[0]?.value ?? "").replace(/\s+/g, " ");
  const lineOf = (name: string): number => entry.get(name)?.[0]?.line ?? begin;
  const when = whenOf(entry.get("DTSTART")?.[0], entry.get("DTEND")?.[0] ?? entry.get("DUE")?.[0], said("DURATION"));
  const due = when === "" ? whenOf(entry.get("DUE")?.[0], undefined, "") : "";
  const place = said("LOCATION");
  const what = said("SUMMARY") || "Untitled";
  const facts = [when, due === "" ? "" : `due ${due}`, place === "" ? "" : `at ${place}`].filter((fact) => fact !== "");
  const repeated = repetitionOf(entry.get("RRULE")?.[0]?.value ?? "");
  const status = said("STATUS").toLowerCase();
  const description = plainValue(entry.get("DESCRIPTION")?.[0]?.value ?? "").replace(/\n\s*/g, "\n");
  const lines: readonly (readonly [text: string, line: number])[] = [
    [`${what}${facts.length === 0 ? "" : `: ${facts.join(", ")}`}.`, begin],
    [repeated === "" ? "" : `It takes place ${repeated}.`, lineOf("RRULE")],
    [status === "cancelled" ? `${what} is cancelled.` : "", lineOf("STATUS")],
    [sentence("Organizer", peopleOf(entry.get("ORGANIZER"))), lineOf("ORGANIZER")],
    [sentence("Attendees", peopleOf(entry.get("ATTENDEE"))), lineOf("ATTENDEE")],
    [description, lineOf("DESCRIPTION")],
    [said("URL"), lineOf("URL")],
  ];
  return lines.filter(([text]) => text !== "").map(([text, line]) => ({ text, line }));
}

const sentence = (name: string, people: string): string => (people === "" ? "" : `${name}: ${people}.`);

function peopleOf(lines: readonly ContentLine[] = []): string {
  return lines
    .map(({ parameters, value }) => {
      const address = value.trim().replace(/^mailto:/i, "");
      const name = parameters["CN"] ?? "";
      return name === "" || name === address ? address : `${name} (${address})`;
    })
    .filter((person) => person !== "")
    .join(", ");
}

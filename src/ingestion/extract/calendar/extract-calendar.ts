import type { ExtractedText } from "../extracted-text.ts";
import { asItStands } from "../text/plain-text.ts";
import { type ContentLine, contentLines, plainValue } from "./content-lines.ts";
import { repetitionOf, whenOf } from "./event-times.ts";

const ENTRIES = new Set(["VEVENT", "VTODO", "VJOURNAL"]);
/** Of one entry: a meeting of everybody is told by its first guests. */
const MAX_GUESTS = 100;

type Entry = Map<string, ContentLine[]>;

/**
 * A calendar, one paragraph an entry: what, when and where in the first sentence, then who, how often, and the description. A file without
 * entries stays as it is.
 * @throws ExtractionError when there is no text
 */
export function extractCalendar(text: string): ExtractedText {
  let title = "";
  const paragraphs: string[] = [];
  const open: string[] = [];
  let entry: Entry | null = null;
  for (const line of contentLines(text)) {
    if (line.name === "BEGIN") {
      const kind = line.value.trim().toUpperCase();
      if (ENTRIES.has(kind)) entry = new Map();
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
    else if (entry !== null && open.at(-1) !== "VALARM") entry.set(line.name, [...(entry.get(line.name) ?? []), line].slice(0, MAX_GUESTS));
  }
  const entries = paragraphs.filter((paragraph) => paragraph !== "").join("\n\n");
  if (entries === "") return asItStands(text);
  return { text: entries, pages: [], title, strategy: "calendar", form: "plain" };
}

function paragraphOf(entry: Entry): string {
  const said = (name: string): string => plainValue(entry.get(name)?.[0]?.value ?? "").replace(/\s+/g, " ");
  const when = whenOf(entry.get("DTSTART")?.[0], entry.get("DTEND")?.[0] ?? entry.get("DUE")?.[0], said("DURATION"));
  const due = when === "" ? whenOf(entry.get("DUE")?.[0], undefined, "") : "";
  const place = said("LOCATION");
  const what = said("SUMMARY") || "Untitled";
  const facts = [when, due === "" ? "" : `due ${due}`, place === "" ? "" : `at ${place}`].filter((fact) => fact !== "");
  const repeated = repetitionOf(entry.get("RRULE")?.[0]?.value ?? "");
  const status = said("STATUS").toLowerCase();
  const lines = [
    `${what}${facts.length === 0 ? "" : `: ${facts.join(", ")}`}.`,
    repeated === "" ? "" : `It takes place ${repeated}.`,
    status === "cancelled" ? `${what} is cancelled.` : "",
    sentence("Organizer", peopleOf(entry.get("ORGANIZER"))),
    sentence("Attendees", peopleOf(entry.get("ATTENDEE"))),
    plainValue(entry.get("DESCRIPTION")?.[0]?.value ?? "").replace(/\n\s*/g, "\n"),
    said("URL"),
  ];
  return lines.filter((line) => line !== "").join("\n");
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

import { scanHtmlText } from "../html/scan-html-text.ts";
import { type ContentLine, plainValue } from "./content-lines.ts";
import type { Entry } from "./read-entries.ts";
import { eventTimes } from "./event-times.ts";
import { joinWithAnd, momentOf, momentsOf, momentText } from "./moment.ts";
import { describeMovedDate, overriddenDate } from "./dates-by-event.ts";
import { describeRecurrence } from "./describe-recurrence.ts";

/** A sentence of an entry's paragraph, with its line in the file. */
interface Said {
  readonly text: string;
  readonly line: number;
}

/** Properties with one or more values, and their labels in a sentence. */
const NAMED: readonly (readonly [property: string, name: string])[] = [
  ["CATEGORIES", "Categories"],
  ["PRIORITY", "Priority"],
  ["PERCENT-COMPLETE", "Percent complete"],
  ["RESOURCES", "Resources"],
  ["CONTACT", "Contact"],
];
/** Free-text properties that may occur more than once. */
const TEXTS = ["DESCRIPTION", "COMMENT", "CONFERENCE", "URL"];
const MAX_DATES = 100;

/** @param dates entries that move, change or cancel single dates of a recurring event */
export function entryParagraph(entry: Entry, dates: readonly Entry[]): readonly Said[] {
  const { lines, line: begin } = entry;
  const said = (name: string): string => plainValue(lines.get(name)?.[0]?.value ?? "").replace(/\s+/g, " ");
  const at = (name: string): number => lines.get(name)?.[0]?.line ?? begin;
  const what = said("SUMMARY") || "Untitled";
  const sentences: Said[] = [
    { text: `${what}${factsOf(entry, said)}.`, line: begin },
    ...repetitionsOf(entry, dates),
  ];
  const status = said("STATUS").toLowerCase();
  if (status === "cancelled") sentences.push({ text: `${what} is cancelled.`, line: at("STATUS") });
  else if (status !== "" && status !== "confirmed")
    sentences.push({ text: `Status: ${status}.`, line: at("STATUS") });
  sentences.push(
    { text: sentence("Organizer", peopleOf(lines.get("ORGANIZER"))), line: at("ORGANIZER") },
    { text: sentence("Attendees", peopleOf(lines.get("ATTENDEE"))), line: at("ATTENDEE") },
    ...NAMED.map(([property, name]) => ({
      text: sentence(name, valuesOf(lines.get(property))),
      line: at(property),
    })),
    ...TEXTS.flatMap((property) => textsOf(lines.get(property))),
  );
  if (!lines.has("DESCRIPTION")) sentences.push(...pagesOf(lines.get("X-ALT-DESC")));
  return sentences.filter(({ text }) => text !== "");
}

/** Returns time and location, such as ": Tuesday, 24 November 2026, 10:00, at Room 5". */
function factsOf({ lines, kind }: Entry, said: (name: string) => string): string {
  const [start, due] = [lines.get("DTSTART")?.[0], lines.get("DUE")?.[0]];
  const when = eventTimes(
    start,
    lines.get("DTEND")?.[0] ?? (kind === "VTODO" ? undefined : due),
    said("DURATION"),
  );
  const until = eventTimes(due, undefined, "");
  const place = said("LOCATION");
  const facts = [
    when === "" || kind !== "VTODO" || until === "" ? when : `from ${when}`,
    until === "" ? "" : `due ${until}`,
    place === "" ? "" : `at ${place}`,
  ].filter((fact) => fact !== "");
  return facts.length === 0 ? "" : `: ${facts.join(", ")}`;
}

/** Describes the recurrence rule, additional dates and excluded dates. */
function repetitionsOf(entry: Entry, dates: readonly Entry[]): readonly Said[] {
  const { lines, line: begin } = entry;
  const start = lines.get("DTSTART")?.[0];
  const from = start === undefined ? null : momentOf(start);
  const rules = (lines.get("RRULE") ?? []).map(({ value, line }) => ({
    text: `It takes place ${describeRecurrence(value, from)}.`,
    line,
  }));
  const except = (lines.get("EXRULE") ?? []).map(({ value, line }) => ({
    text: `It does not take place ${describeRecurrence(value, from)}.`,
    line,
  }));
  const moved = dates.map((date) => ({
    text: describeMovedDate(date),
    line: date.lines.get("RECURRENCE-ID")?.[0]?.line ?? begin,
  }));
  return [
    ...rules,
    ...datesIn(lines.get("RDATE"), "It also takes place on"),
    ...except,
    ...datesIn(lines.get("EXDATE"), "It does not take place on"),
    ...moved,
    { text: overriddenDate(entry), line: lines.get("RECURRENCE-ID")?.[0]?.line ?? begin },
  ];
}

function datesIn(lines: readonly ContentLine[] = [], begin: string): readonly Said[] {
  const moments = lines.flatMap((line) => momentsOf(line));
  if (moments.length === 0) return [];
  const further = moments.length - MAX_DATES;
  const told = moments.slice(0, MAX_DATES).map((moment) => momentText(moment));
  const text = `${begin} ${joinWithAnd(further > 0 ? [...told, `${further} further dates`] : told)}.`;
  return [{ text, line: lines[0]?.line ?? 1 }];
}

const sentence = (name: string, values: string): string => (values === "" ? "" : `${name}: ${values}.`);

/** Joins the values of properties that contain lists. */
function valuesOf(lines: readonly ContentLine[] = []): string {
  return lines
    .map(({ value }) => plainValue(value.replace(/(?<!\\),/g, ", ")).replace(/\s+/g, " "))
    .filter((value) => value !== "")
    .join(", ");
}

function textsOf(lines: readonly ContentLine[] = []): Said[] {
  return lines.map(({ value, line }) => ({ text: plainValue(value).replace(/\n\s*/g, "\n"), line }));
}

/** Extracts a description that Outlook wrote only as HTML. */
function pagesOf(lines: readonly ContentLine[] = []): Said[] {
  return lines.map(({ value, line }) => ({ text: scanHtmlText(plainValue(value)).text, line }));
}

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

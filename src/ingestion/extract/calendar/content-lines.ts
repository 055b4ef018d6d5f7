import { decodeBody } from "../mail/decode-body.ts";
import { decodeAs } from "../text/decode-as.ts";

const CONTINUED = /^[ \t]/;
const NAME =
  /^([A-Za-z0-9-]{1,60})((?:;[A-Za-z0-9-]{1,60}(?:=(?:"[^"\n]{0,500}"|[^";:\n]{0,500})(?:,(?:"[^"\n]{0,500}"|[^";:,\n]{0,500}))*)?)*):/;
const PARAMETER = /;([A-Za-z0-9-]{1,60})(?:=("[^"]{0,500}"|[^;"]{0,500}))?/g;
/** Encoding parameter of a line. vCalendar 1.0 also allows the encoding name without `ENCODING=`. */
const QUOTED_PRINTABLE = /^[^:\n]{0,500};(?:ENCODING=)?QUOTED-PRINTABLE[;:]/i;

const TEXTS = new Set(["DESCRIPTION", "COMMENT", "SUMMARY", "LOCATION"]);
/** Property and component names (https://www.iana.org/assignments/icalendar). */
const KNOWN = new Set(
  [
    "BEGIN END CALSCALE METHOD PRODID VERSION ATTACH CATEGORIES CLASS COMMENT DESCRIPTION GEO LOCATION PERCENT-COMPLETE PRIORITY RESOURCES",
    "STATUS SUMMARY COMPLETED DTEND DUE DTSTART DURATION FREEBUSY TRANSP TZID TZNAME TZOFFSETFROM TZOFFSETTO TZURL ATTENDEE CONTACT ORGANIZER",
    "RECURRENCE-ID RELATED-TO URL UID EXDATE EXRULE RDATE RRULE ACTION REPEAT TRIGGER CREATED DTSTAMP LAST-MODIFIED SEQUENCE REQUEST-STATUS",
    "NAME REFRESH-INTERVAL SOURCE COLOR IMAGE CONFERENCE BUSYTYPE PARTICIPANT-TYPE CALENDAR-ADDRESS STYLED-DESCRIPTION STRUCTURED-DATA",
    "ACKNOWLEDGED PROXIMITY CONCEPT LINK REFID TZUNTIL TZID-ALIAS-OF AALARM DALARM MALARM PALARM DAYLIGHT RNUM TZ",
  ].flatMap((names) => names.split(" ")),
);

/** A content line of a calendar: `DTSTART;TZID=Europe/Berlin:20261124T100000`. */
export interface ContentLine {
  readonly name: string;
  readonly parameters: Readonly<Record<string, string>>;
  /** The raw value, in which commas, semicolons and line ends are escaped. */
  readonly value: string;
  /** First line of the property in the file, from 1. */
  readonly line: number;
}

/**
 * Yields the unfolded lines of a calendar (RFC 5545, vCalendar 1.0). Some programs write raw line ends into
 * text values, so a line without a property name continues a text value above it. If no text value precedes,
 * such a line is skipped.
 */
export function* contentLines(text: string): Generator<ContentLine> {
  let open: { readonly line: ContentLine; readonly rest: string[] } | null = null;
  const ended = (): ContentLine[] =>
    open === null ? [] : [{ ...open.line, value: [open.line.value, ...open.rest].join("\\n") }];
  for (const { text: written, line } of unfolded(text)) {
    const found = NAME.exec(written);
    const isProperty =
      found !== null && (KNOWN.has((found[1] ?? "").toUpperCase()) || /^X-/i.test(found[1] ?? ""));
    if (!isProperty && open !== null && TEXTS.has(open.line.name)) {
      open.rest.push(written);
      continue;
    }
    if (found === null) continue;
    yield* ended();
    const pairs = [...(found[2] ?? "").matchAll(PARAMETER)].map(([, name = "", value = ""]) => [
      name.toUpperCase(),
      value.replaceAll('"', ""),
    ]);
    const parameters = Object.fromEntries(pairs) as Record<string, string>;
    const value = written.slice(found[0].length);
    const isQuoted = QUOTED_PRINTABLE.test(written);
    const name = (found[1] ?? "").toUpperCase();
    open = {
      line: { name, parameters, value: isQuoted ? unquoted(value, parameters) : value, line },
      rest: [],
    };
  }
  yield* ended();
}

interface Written {
  readonly text: string;
  readonly line: number;
}

function* unfolded(text: string): Generator<Written> {
  let open: { parts: string[]; line: number; isQuoted: boolean } | null = null;
  for (const [before, line] of text.split(/\r\n|\n|\r/).entries()) {
    const last: string = open?.parts.at(-1) ?? "";
    if (open !== null && open.isQuoted && last.endsWith("="))
      open.parts.splice(-1, 1, last.slice(0, -1), line);
    else if (open !== null && CONTINUED.test(line)) open.parts.push(line.slice(1));
    else {
      if (open !== null) yield written(open);
      open = { parts: [line], line: before + 1, isQuoted: QUOTED_PRINTABLE.test(line) };
    }
  }
  if (open !== null) yield written(open);
}

const written = ({ parts, line }: { readonly parts: readonly string[]; readonly line: number }): Written => ({
  text: parts.join(""),
  line,
});

function unquoted(value: string, { CHARSET: charset = "utf-8" }: Readonly<Record<string, string>>): string {
  const bytes = decodeBody(new TextEncoder().encode(value), "quoted-printable");
  return decodeAs(charset, bytes) ?? new TextDecoder().decode(bytes);
}

/** Unescapes a text value. */
export function plainValue(value: string): string {
  return value
    .replaceAll("\r\n", "\n")
    .replace(/\\([\\;,nN])/g, (_, char: string) => (char === "n" || char === "N" ? "\n" : char))
    .trim();
}

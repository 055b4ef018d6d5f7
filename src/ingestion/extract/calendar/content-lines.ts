import { decodeBody } from "../mail/decode-body.ts";
import { decodeAs } from "../text/decode-as.ts";

const CONTINUED = /^[ \t]/;
const NAME =
  /^([A-Za-z0-9-]{1,60})((?:;[A-Za-z0-9-]{1,60}(?:=(?:"[^"\n]{0,500}"|[^";:\n]{0,500})(?:,(?:"[^"\n]{0,500}"|[^";:,\n]{0,500}))*)?)*):/;
const PARAMETER = /;([A-Za-z0-9-]{1,60})(?:=("[^"]{0,500}"|[^;"]{0,500}))?/g;
/** Of vCalendar 1.0: it names the encoding alone, too. */
const QUOTED_PRINTABLE = /^[^:\n]{0,500};(?:ENCODING=)?QUOTED-PRINTABLE[;:]/i;

/** One line of a calendar: `DTSTART;TZID=Europe/Berlin:20261124T100000`. */
export interface ContentLine {
  readonly name: string;
  readonly parameters: Readonly<Record<string, string>>;
  /** As it is written: commas, semicolons and line ends are escaped. */
  readonly value: string;
  /** Of the file, from 1: its first one. */
  readonly line: number;
}

/** The lines of a calendar (RFC 5545, vCalendar 1.0), unfolded; what is none is left out. */
export function* contentLines(text: string): Generator<ContentLine> {
  for (const { text: written, line } of unfolded(text)) {
    const found = NAME.exec(written);
    if (found === null) continue;
    const pairs = [...(found[2] ?? "").matchAll(PARAMETER)].map(([, name = "", value = ""]) => [
      name.toUpperCase(),
      value.replaceAll('"', ""),
    ]);
    const parameters = Object.fromEntries(pairs) as Record<string, string>;
    const value = written.slice(found[0].length);
    const isQuoted = QUOTED_PRINTABLE.test(written);
    yield { name: (found[1] ?? "").toUpperCase(), parameters, value: isQuoted ? unquoted(value, parameters) : value, line };
  }
}

interface Written {
  readonly text: string;
  readonly line: number;
}

function* unfolded(text: string): Generator<Written> {
  let open: { parts: string[]; line: number; isQuoted: boolean } | null = null;
  for (const [before, line] of text.split(/\r\n|\n|\r/).entries()) {
    const last: string = open?.parts.at(-1) ?? "";
    if (open !== null && open.isQuoted && last.endsWith("=")) open.parts.splice(-1, 1, last.slice(0, -1), line);
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

/** The text of a value, with its line ends. */
export function plainValue(value: string): string {
  return value
    .replaceAll("\r\n", "\n")
    .replace(/\\([\\;,nN])/g, (_, char: string) => (char === "n" || char === "N" ? "\n" : char))
    .trim();
}

const CONTINUED = /^[ \t]/;
const NAME =
  /^([A-Za-z0-9-]{1,60})((?:;[A-Za-z0-9-]{1,60}=(?:"[^"\n]{0,500}"|[^";:\n]{0,500})(?:,(?:"[^"\n]{0,500}"|[^";:,\n]{0,500}))*)*):/;
const PARAMETER = /;([A-Za-z0-9-]{1,60})=("[^"]{0,500}"|[^;"]{0,500})/g;

/** One line of a calendar: `DTSTART;TZID=Europe/Berlin:20261124T100000`. */
export interface ContentLine {
  readonly name: string;
  readonly parameters: Readonly<Record<string, string>>;
  /** As it is written: commas, semicolons and line ends are escaped. */
  readonly value: string;
  /** Of the file, from 1: its first one. */
  readonly line: number;
}

/** The lines of a calendar (RFC 5545), unfolded; what is none is left out. */
export function* contentLines(text: string): Generator<ContentLine> {
  for (const { text: written, line } of unfolded(text)) {
    const found = NAME.exec(written);
    if (found === null) continue;
    const parameters: [string, string][] = [...(found[2] ?? "").matchAll(PARAMETER)].map(([, name = "", value = ""]) => [
      name.toUpperCase(),
      value.replaceAll('"', ""),
    ]);
    const value = written.slice(found[0].length);
    yield { name: (found[1] ?? "").toUpperCase(), parameters: Object.fromEntries(parameters), value, line };
  }
}

function* unfolded(text: string): Generator<{ readonly text: string; readonly line: number }> {
  let open: { text: string; line: number } | null = null;
  for (const [before, line] of text.split(/\r\n|\n|\r/).entries()) {
    if (open !== null && CONTINUED.test(line)) open.text += line.slice(1);
    else {
      if (open !== null) yield open;
      open = { text: line, line: before + 1 };
    }
  }
  if (open !== null) yield open;
}

/** The text of a value, with its line ends. */
export function plainValue(value: string): string {
  return value.replace(/\\([\\;,nN])/g, (_, char: string) => (char === "n" || char === "N" ? "\n" : char)).trim();
}

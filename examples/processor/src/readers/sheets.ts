import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { type Artifacts, type Source, Unreadable } from "../artifacts.ts";
import { convert } from "./convert.ts";
import { markdownTable, readCsv } from "./markdown-table.ts";
import { inParts } from "./parts.ts";
import { containsWords } from "./recognize-text.ts";
import { readText } from "../tools/read-text.ts";
import type { ReaderContext } from "./reader.ts";

/** CSV filter options: commas, double quotes, UTF-8, displayed values, one file a sheet (-1). */
const ALL_SHEETS = "csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,true,false,false,false,-1";
const PREFIX = "source-";

/** Writes each sheet as a heading with its name and a table. */
export async function readSheets(source: Source, work: ReaderContext): Promise<Artifacts> {
  await convert(source, ALL_SHEETS, work);
  const sheets: string[] = [];
  for (const name of await sheetFiles(work.limits.folder)) {
    const rows = readCsv(await readText(join(work.limits.folder, name)));
    if (rows.length > 0)
      sheets.push(`## ${name.slice(PREFIX.length, -".csv".length)}\n\n${markdownTable(rows)}`);
  }
  const markdown = inParts(sheets);
  if (!containsWords(markdown)) throw new Unreadable("These sheets hold no text.");
  return { markdown };
}

/** Sorts by time of writing, which is the order of the sheets in the file. */
async function sheetFiles(folder: string): Promise<string[]> {
  const names = (await readdir(folder)).filter((name) => name.startsWith(PREFIX) && name.endsWith(".csv"));
  const written = await Promise.all(
    names.map(async (name) => ({ name, at: (await stat(join(folder, name))).mtimeMs })),
  );
  return written
    .toSorted((one, other) => one.at - other.at || (one.name < other.name ? -1 : 1))
    .map(({ name }) => name);
}

import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { newFolder } from "../support/fixtures/folders.ts";

const LARGE_BYTES = 20_000_000;
const SAMPLE = /\.(?:pdf|html|md|txt)$/;
/** One document of each supported kind beyond the samples. */
const DOCUMENTS = [
  "harbour.docx",
  "ferries.pptx",
  "tides.xlsx",
  "lighthouse.odt",
  "lighthouse.odp",
  "tides.ods",
  "lighthouse.epub",
  "boathouse.rtf",
  "harbour.eml",
  "council.vtt",
  "interview.srt",
  "team.ics",
  "catalogue.xml",
  "events.jsonl",
  "tides.py",
  "encodings/ja.shift_jis.txt",
];

/** The files among them that cannot be read. */
export const UNREADABLE_FILES = ["broken.pdf", "damaged.docx", "empty.txt", "picture.png"];

/**
 * A realistic folder: the samples, one document of each kind, some broken files, and one of 20 MB.
 * @param project the source of the samples
 */
export async function dozenFiles(project: string): Promise<string> {
  const folder = await newFolder();
  const [samples, documents] = [join(project, "samples"), join(project, "test", "documents")];
  for (const name of readdirSync(samples).filter((each) => SAMPLE.test(each) && each !== "README.md"))
    cpSync(join(samples, name), join(folder, name));
  for (const name of DOCUMENTS) cpSync(join(documents, name), join(folder, basename(name)));
  const whole = readFileSync(join(documents, "harbour.docx"));
  writeFileSync(join(folder, "damaged.docx"), whole.subarray(0, whole.length / 2));
  writeFileSync(join(folder, "picture.png"), Buffer.from("89504e470d0a1a0a0000000d49484452", "hex"));
  const below = join(folder, "letters");
  mkdirSync(below);
  writeFileSync(join(below, "keys.md"), "# House rules\n\nThe cellar key hangs behind the blue teapot.\n");
  writeFileSync(join(below, "prices.csv"), "fruit,price\nPlums cost,three coins\n");
  writeFileSync(join(below, "settings.json"), '{ "lamp": "brass" }\n');
  writeFileSync(join(below, "latin.txt"), Buffer.from("Die T\u00fcr zum Keller klemmt.\n", "latin1"));
  writeFileSync(join(below, "empty.txt"), "");
  writeFileSync(
    join(below, "page.html"),
    "<!doctype html><title>Boots</title><p>Guests leave their boots at the door.</p>",
  );
  writeFileSync(join(below, "broken.pdf"), `%PDF-1.7\n${"no objects\n".repeat(50)}`);
  const lines = Array.from(
    { length: 200_000 },
    (_each, at) => `Line ${at}: the ledger of that day names ${at * 7} crates of slate and one lamp.`,
  );
  writeFileSync(
    join(below, "ledger.txt"),
    lines.join("\n").padEnd(LARGE_BYTES, "\nThe rest of the ledger is blank.").slice(0, LARGE_BYTES),
  );
  return folder;
}

import { cpSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { newFolder } from "../support/folders.ts";

const LARGE_BYTES = 20_000_000;
const SAMPLE = /\.(?:pdf|html|md|txt)$/;

/** A folder as people have them: the samples, some of other kinds, one that is broken and one of 20 MB. */
export async function dozenFiles(samples: string): Promise<string> {
  const folder = await newFolder();
  for (const name of readdirSync(samples).filter((each) => SAMPLE.test(each) && each !== "README.md"))
    cpSync(join(samples, name), join(folder, name));
  const below = join(folder, "letters");
  mkdirSync(below);
  writeFileSync(join(below, "keys.md"), "# House rules\n\nThe cellar key hangs behind the blue teapot.\n");
  writeFileSync(join(below, "prices.csv"), "fruit,price\nPlums cost,three coins\n");
  writeFileSync(join(below, "settings.json"), '{ "lamp": "brass" }\n');
  writeFileSync(join(below, "latin.txt"), Buffer.from("Die T\u00fcr zum Keller klemmt.\n", "latin1"));
  writeFileSync(join(below, "empty.txt"), "");
  writeFileSync(join(below, "page.html"), "<!doctype html><title>Boots</title><p>Guests leave their boots at the door.</p>");
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

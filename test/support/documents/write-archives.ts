/**
 * Writes the archives in test/documents, with the same bytes each time. Run with `npx node
 * test/support/documents/write-archives.ts`.
 */
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { makeMail } from "./mail.ts";
import { makeZip } from "./office.ts";

const FOLDER = "test/documents";
const NOTE = "The lamp of the lighthouse was lit in 1874 and burns rape oil.\n";

const read = async (name: string): Promise<Uint8Array> => new Uint8Array(await readFile(join(FOLDER, name)));

/** Texts in folders, a document, a nested archive, and an empty file. */
async function voyage(): Promise<Uint8Array> {
  return makeZip({
    "notes/lamp.txt": NOTE,
    "notes/réserve.txt": "The reserve of oil lasts nine nights.\n",
    "harbour.docx": await read("harbour.docx"),
    "older.zip": makeZip({ "deep.txt": "The first lamp burned whale oil.\n" }),
    "empty.txt": "",
  });
}

/** Two messages, the second with an attachment. A line that begins with From is quoted. */
function keeper(): string {
  const first = makeMail("Lamp oil", ">From the pier it takes an hour.\r\nThe barrel of lamp oil costs 31 crowns.", []);
  const second = makeMail("Re: Lamp oil", "Then order four barrels.", [{ name: "lamp.txt", type: "text/plain", content: NOTE }]);
  return [first, second].map((mail) => `From ada@example.org Mon Mar  2 10:00:00 2026\r\n${mail}\r\n`).join("");
}

await writeFile(join(FOLDER, "voyage.zip"), await voyage());
await writeFile(join(FOLDER, "keeper.mbox"), keeper());

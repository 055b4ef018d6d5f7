import { join } from "node:path";
import { runTool } from "../tools/run-tool.ts";
import { readText } from "../tools/read-text.ts";
import type { Work } from "./reader.ts";

/** The text of a picture in the work's folder, as tesseract sees it, page by page: a TIFF may have several. @param picture its path */
export async function recognise(picture: string, { settings, bounds }: Work): Promise<string[]> {
  const result = join(bounds.folder, "recognised");
  await runTool("tesseract", [picture, result, "-l", settings.languages, "txt"], bounds);
  return (await readText(`${result}.txt`)).trimEnd().split("\f").map(tidied);
}

/** Without form feeds, blanks at the ends of lines, and more than one empty line. */
export function tidied(text: string): string {
  return text
    .replaceAll("\f", "\n")
    .split("\n")
    .map((line) => line.trimEnd())
    .join("\n")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
}

/** Whether there is anything to read in it: marks and single letters are what tesseract makes of stains. */
export function holdsText(text: string): boolean {
  return /[\p{L}\p{N}]{2}/u.test(text);
}

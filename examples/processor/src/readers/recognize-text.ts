import { join } from "node:path";
import { runTool } from "../tools/run-tool.ts";
import { readText } from "../tools/read-text.ts";
import type { ReaderContext } from "./reader.ts";

/**
 * Recognizes the text of an image with tesseract, page by page; a TIFF may have several. @param picture its
 * path
 */
export async function recognizeText(
  picture: string,
  { settings, limits: bounds }: ReaderContext,
): Promise<string[]> {
  const result = join(bounds.folder, "recognized");
  await runTool("tesseract", [picture, result, "-l", settings.languages, "txt"], bounds);
  return (await readText(`${result}.txt`)).trimEnd().split("\f").map(tidyText);
}

/** Removes form feeds, trailing blanks and repeated empty lines. */
export function tidyText(text: string): string {
  return text
    .replaceAll("\f", "\n")
    .split("\n")
    .map((line) => line.trimEnd())
    .join("\n")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
}

/** Whether the text contains words: tesseract turns stains into marks and single letters. */
export function containsWords(text: string): boolean {
  return /[\p{L}\p{N}]{2}/u.test(text);
}

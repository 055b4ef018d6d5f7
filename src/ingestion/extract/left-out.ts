/**
 * Writes the note "2 comments were not read."; "" for 0.
 * @param one the singular noun
 * @param many the plural noun
 */
export function leftOut(count: number, one: string, many = `${one}s`): string {
  if (count <= 0) return "";
  return count === 1 ? `1 ${one} was not read.` : `${count.toLocaleString("en")} ${many} were not read.`;
}

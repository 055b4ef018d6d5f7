/** "2 comments were not read."; "" of none. @param one the word for one of them @param many for several */
export function leftOut(count: number, one: string, many = `${one}s`): string {
  if (count <= 0) return "";
  return count === 1 ? `1 ${one} was not read.` : `${count.toLocaleString("en")} ${many} were not read.`;
}

/** A word that no document can hold: nobody who wrote one could know it. */
export function newMark(): string {
  return crypto.randomUUID().replaceAll("-", "");
}

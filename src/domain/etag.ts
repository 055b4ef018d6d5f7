/** Returns the entity tag of a record. Each revision of each record has its own tag. */
export function etagOf(id: string, version: number): string {
  return `${id.slice(id.indexOf("_") + 1)}-${version}`;
}

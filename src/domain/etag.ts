/** The entity tag of a record: another one for every revision, and never another record's. */
export function etagOf(id: string, version: number): string {
  return `${id.slice(id.indexOf("_") + 1)}-${version}`;
}

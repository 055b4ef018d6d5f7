/** The entity tag of a record, different for every record and revision. */
export function etagOf(id: string, version: number): string {
  return `${id.slice(id.indexOf("_") + 1)}-${version}`;
}

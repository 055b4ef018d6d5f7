/** Encodes a value as one path segment. @throws TypeError for "", "." and "..", which URLs treat specially */
export function pathSegment(value: string): string {
  if (/^\.{0,2}$/.test(value)) throw new TypeError(`"${value}" cannot be part of a path.`);
  return encodeURIComponent(value);
}

/** A value as one segment of a path. @throws TypeError for what a URL takes for something else: nothing, and dots */
export function pathSegment(value: string): string {
  if (/^\.{0,2}$/.test(value)) throw new TypeError(`"${value}" cannot be part of a path.`);
  return encodeURIComponent(value);
}

const NAMES =
  "colspan rowspan start value type reversed href role class style src data open close separators shadowrootmode srcdoc aria-hidden";

/** Patterns by attribute name: without value, quoted, or unquoted. */
const ATTRIBUTES = new Map(
  NAMES.split(" ").map((name) => [
    name,
    new RegExp(`\\s${name}(?:\\s{0,4}=\\s{0,4}(?:"([^"]*)"|'([^']*)'|([^\\s"'>]+))|(?=[\\s/>]))`, "i"),
  ]),
);

/**
 * Returns the raw value of an attribute without decoding entities: `""` for an attribute without a value,
 * null without the attribute.
 */
export function getAttribute(tag: string, name: string): string | null {
  const found = ATTRIBUTES.get(name)?.exec(tag);
  return found === null || found === undefined ? null : (found[1] ?? found[2] ?? found[3] ?? "");
}

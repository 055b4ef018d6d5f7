const NAMES =
  "colspan rowspan start value type reversed href role class style src data open close separators shadowrootmode srcdoc aria-hidden";

/** By name: the attribute without a value, or with one in quotes or bare. */
const ATTRIBUTES = new Map(
  NAMES.split(" ").map((name) => [
    name,
    new RegExp(`\\s${name}(?:\\s{0,4}=\\s{0,4}(?:"([^"]*)"|'([^']*)'|([^\\s"'>]+))|(?=[\\s/>]))`, "i"),
  ]),
);

/** The value of an attribute as the tag spells it, without entities decoded; `""` for one without a value, null for none. */
export function attributeIn(tag: string, name: string): string | null {
  const found = ATTRIBUTES.get(name)?.exec(tag);
  return found === null || found === undefined ? null : (found[1] ?? found[2] ?? found[3] ?? "");
}

import { LAYERS, type Layer, PACKAGES } from "./layers.ts";

interface Pattern {
  readonly group: readonly string[];
  readonly message: string;
  readonly allowTypeImports?: boolean;
}

interface Override {
  readonly files: readonly string[];
  readonly rules: Readonly<Record<string, unknown>>;
}

const RULE = "no-restricted-imports";
const isFile = (part: string): boolean => part.endsWith(".ts");
/** What is above all and imports what it likes. */
const TOP = "index.ts";

/** One override for each row of the table. */
export function layerOverrides(): Override[] {
  return LAYERS.map((layer) => ({
    files: [isFile(layer.part) ? `src/${layer.part}` : `src/${layer.part}/**/*.ts`],
    rules: { [RULE]: ["error", { patterns: patternsOf(layer) }] },
  }));
}

/** @param config of oxlint @returns it with the rules of the table, in place of those that it had */
export function withLayers<C extends { readonly overrides: readonly Override[] }>(config: C): C {
  const isLayer = ({ files, rules }: Override): boolean => RULE in rules && files.every((file) => file.startsWith("src/"));
  const first = config.overrides.findIndex(isLayer);
  const others = config.overrides.filter((override) => !isLayer(override));
  return { ...config, overrides: others.toSpliced(first, 0, ...layerOverrides()) };
}

function patternsOf({ part, uses, types = [], without = [] }: Layer): Pattern[] {
  const open = [...uses, ...types];
  const closed = [...LAYERS.map((layer) => layer.part), TOP].filter((other) => other !== part && !open.includes(other));
  const message = `src/${part} imports ${listed(uses)} only${types.length > 0 ? `, and types of ${listed(types)}` : ""}: scripts/lint/layers.ts.`;
  const fromHere = (others: readonly string[]): string[] => others.flatMap((other) => pathsTo(part, other));
  const doors = open.filter((other) => other.includes("/"));
  const patterns: Pattern[] = [{ group: [...fromHere(closed), ...fromHere(doors).map((path) => `!${path}`)], message }];
  if (types.length > 0) patterns.push({ group: fromHere(types), message, allowTypeImports: true });
  return [...patterns, ...without.map((name) => PACKAGES[name])];
}

/** How a part is written in an import: from a folder one goes up first. */
function pathsTo(part: string, other: string): string[] {
  const up = isFile(part) ? "./" : "../**/";
  return [isFile(other) ? `${up}${other}` : `${up}${other}/**`];
}

function listed(parts: readonly string[]): string {
  return parts.length === 0 ? "itself" : parts.join(", ");
}

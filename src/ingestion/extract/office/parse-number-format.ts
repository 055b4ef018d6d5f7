/** One token of a number format. */
export type CodeToken =
  | { readonly kind: "literal"; readonly text: string }
  | { readonly kind: "digit"; readonly text: "0" | "#" | "?" }
  | { readonly kind: "point" | "comma" | "percent" | "slash" | "value" }
  | { readonly kind: "exponent"; readonly isSigned: boolean };

export interface CodeSection {
  /** Condition of the section; null if its position decides. */
  readonly condition: ((value: number) => boolean) | null;
  readonly tokens: readonly CodeToken[];
}

const PARTS = /"[^"]*"|\\.|_.|\*.|\[[^\]]{0,255}\]|General|E[+-]|[^"\\_*[]/gis;
const CONDITION = /^\[(<[=>]?|>=?|=)\s{0,9}(-?[\d.]{1,30})\]$/;
const CURRENCY = /^\[\$([^\]-]{0,20})(?:-[^\]]*)?\]$/;
const COMPARED: Readonly<Record<string, (one: number, other: number) => boolean>> = {
  "<": (one, other) => one < other,
  "<=": (one, other) => one <= other,
  "<>": (one, other) => one !== other,
  ">": (one, other) => one > other,
  ">=": (one, other) => one >= other,
  "=": (one, other) => one === other,
};
const SIGNS: Readonly<Record<string, CodeToken>> = {
  ".": { kind: "point" },
  ",": { kind: "comma" },
  "%": { kind: "percent" },
  "/": { kind: "slash" },
  "@": { kind: "value" },
  "0": { kind: "digit", text: "0" },
  "#": { kind: "digit", text: "#" },
  "?": { kind: "digit", text: "?" },
};

/**
 * Parses the sections of a number format (ECMA-376-1, 18.8.31). Drops colors, fillers and languages, which
 * text cannot show.
 */
export function parseNumberFormat(code: string): CodeSection[] {
  const sections: { condition: CodeSection["condition"]; tokens: CodeToken[] }[] = [
    { condition: null, tokens: [] },
  ];
  for (const part of code.match(PARTS) ?? []) {
    const section = sections.at(-1);
    if (part === ";") sections.push({ condition: null, tokens: [] });
    else if (section !== undefined && part.startsWith("[")) {
      section.condition ??= conditionOf(part);
      section.tokens.push({ kind: "literal", text: CURRENCY.exec(part)?.[1] ?? "" });
    } else section?.tokens.push(tokenOf(part));
  }
  return sections;
}

function tokenOf(part: string): CodeToken {
  if (part.startsWith('"')) return { kind: "literal", text: part.slice(1, -1) };
  if (part.startsWith("\\") && part.length > 1) return { kind: "literal", text: part.slice(1) };
  if (part.startsWith("_")) return { kind: "literal", text: " " };
  if (part.startsWith("*")) return { kind: "literal", text: "" };
  if (part.length === 2) return { kind: "exponent", isSigned: part.endsWith("+") };
  if (part.length > 2) return { kind: "value" };
  return SIGNS[part] ?? { kind: "literal", text: part };
}

function conditionOf(part: string): CodeSection["condition"] {
  const [, sign = "", number = ""] = CONDITION.exec(part) ?? [];
  const [compare, limit] = [COMPARED[sign], Number(number)];
  return compare === undefined || !Number.isFinite(limit) ? null : (value) => compare(value, limit);
}

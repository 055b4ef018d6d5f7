/** Red, green and blue from 0 to 1. Null: unknown, such as a pattern. */
export type Color = readonly [number, number, number] | null;

export type ColorSpace = "gray" | "rgb" | "cmyk" | "tint" | "other";

export const WHITE: Color = [1, 1, 1];
export const BLACK: Color = [0, 0, 0];
/** Largest difference of a component between two colors that nobody can tell apart. */
const SAME = 0.03;
const MAX_DEPTH = 4;

/** Objects of pdf.js. The file controls their values. */
export interface PdfDictionary {
  get(key: string): unknown;
  getArray(key: string): unknown;
}

const SPACES: Readonly<Record<string, ColorSpace>> = {
  DeviceGray: "gray",
  G: "gray",
  CalGray: "gray",
  DeviceRGB: "rgb",
  RGB: "rgb",
  CalRGB: "rgb",
  DeviceCMYK: "cmyk",
  CMYK: "cmyk",
  Separation: "tint",
  DeviceN: "tint",
};
const BY_COMPONENTS: Readonly<Record<number, ColorSpace>> = { 1: "gray", 3: "rgb", 4: "cmyk" };

export const isDictionary = (value: unknown): value is PdfDictionary =>
  typeof value === "object" && value !== null && "getArray" in value && typeof value.getArray === "function";

export const pdfNameOf = (value: unknown): string =>
  typeof value === "object" && value !== null && "name" in value && typeof value.name === "string"
    ? value.name
    : "";

/** The kind of a color space that the resources may define. */
export function colorSpaceOf(name: string, resources: PdfDictionary, depth = 0): ColorSpace {
  const known = SPACES[name];
  if (known !== undefined || depth > MAX_DEPTH) return known ?? "other";
  const spaces = resources.get("ColorSpace");
  const space = isDictionary(spaces) ? spaces.getArray(name) : undefined;
  if (!Array.isArray(space))
    return space === undefined ? "other" : colorSpaceOf(pdfNameOf(space), resources, depth + 1);
  const kind = pdfNameOf(space[0]);
  if (kind !== "ICCBased") return SPACES[kind] ?? "other";
  const profile: unknown = (space[1] as { readonly dict?: unknown } | undefined)?.dict;
  return BY_COMPONENTS[isDictionary(profile) ? Number(profile.get("N")) : 0] ?? "other";
}

/** The color of an operator's numbers. */
export function colorOf(space: ColorSpace, values: readonly unknown[]): Color {
  const [a = 0, b = 0, c = 0, k = 0] = values.map((value) => Math.min(1, Math.max(0, Number(value))));
  if (values.some((value) => typeof value !== "number")) return null;
  if (space === "gray") return [a, a, a];
  if (space === "rgb") return [a, b, c];
  if (space === "cmyk") return [(1 - a) * (1 - k), (1 - b) * (1 - k), (1 - c) * (1 - k)];
  // No ink leaves the paper white. Other amounts of a special ink have an unknown color.
  return space === "tint" && values.every((value) => value === 0) ? WHITE : null;
}

export const initialColor = (space: ColorSpace): Color =>
  space === "tint" || space === "other" ? null : BLACK;

export const isSameColor = (one: Color, other: Color): boolean =>
  one !== null && other !== null && one.every((part, at) => Math.abs(part - (other[at] ?? 0)) <= SAME);

/** Units of one kind by their size in the smallest unit. */
const UNIT_SIZES: Readonly<Record<string, readonly [kind: string, size: number]>> = {
  second: ["time", 1],
  minute: ["time", 60],
  hour: ["time", 3_600],
  day: ["time", 86_400],
  week: ["time", 604_800],
  mm: ["length", 1],
  cm: ["length", 10],
  m: ["length", 1_000],
  km: ["length", 1_000_000],
  g: ["mass", 1],
  kg: ["mass", 1_000],
  t: ["mass", 1_000_000],
  pence: ["pounds", 1],
  gbp: ["pounds", 100],
};
/** Converts a value to another unit of the same kind. Undefined for the same unit and for other kinds. */
export function inUnit(
  { value, unit }: { readonly value: number; readonly unit: string },
  to: string,
): number | undefined {
  const [kind, size = 0] = UNIT_SIZES[unit] ?? [];
  const [toKind, toSize = 1] = UNIT_SIZES[to] ?? [];
  return unit === to || kind === undefined || kind !== toKind ? undefined : (value * size) / toSize;
}

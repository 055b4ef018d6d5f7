/** Byte sizes of fixed-size property types ([MS-OXTNEF] 2.1.3.4, [MS-OXCDATA] 2.11.1). */
const FIXED: Readonly<Record<number, number>> = {
  0x0002: 4,
  0x0003: 4,
  0x0004: 4,
  0x0005: 8,
  0x0006: 8,
  0x0007: 8,
  0x000a: 4,
  0x000b: 4,
  0x0014: 8,
  0x0040: 8,
  0x0048: 16,
};
const VARIABLE = new Set([0x000d, 0x001e, 0x001f, 0x0102]);
const STRING8 = 0x001e;
const UNICODE = 0x001f;
const SEVERAL = 0x1000;
const SHORT = 0x0002;
const FIRST_NAMED = 0x8000;
const MAX_PROPERTIES = 10_000;

export interface MapiProperty {
  readonly type: number;
  readonly value: Uint8Array;
}

/**
 * Parses the MAPI properties of a message or attachment by number. Takes the first value of a property with
 * several values. Stops at damaged data.
 */
export function mapiProperties(bytes: Uint8Array): ReadonlyMap<number, MapiProperty> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const found = new Map<number, MapiProperty>();
  try {
    const count = Math.min(view.getUint32(0, true), MAX_PROPERTIES);
    for (let [at, nth] = [4, 0]; nth < count && at < bytes.length; nth += 1) {
      const [type, id] = [view.getUint16(at, true), view.getUint16(at + 2, true)];
      at += 4;
      if (id >= FIRST_NAMED) at = behindName(view, at);
      const { values, next } = valuesAt(bytes, view, { at, type });
      const [value] = values;
      if (value !== undefined) found.set(id, { type: type & ~SEVERAL, value });
      at = next;
    }
  } catch (error) {
    // DataView throws a RangeError if a length points beyond the bytes.
    if (!(error instanceof RangeError)) throw error;
  }
  return found;
}

function behindName(view: DataView, at: number): number {
  const isNumber = view.getUint32(at + 16, true) === 0;
  return isNumber ? at + 24 : at + 24 + padded(view.getUint32(at + 20, true));
}

function valuesAt(
  bytes: Uint8Array,
  view: DataView,
  { at, type }: { at: number; type: number },
): { values: Uint8Array[]; next: number } {
  const isSeveral = (type & SEVERAL) !== 0;
  const single = type & ~SEVERAL;
  const size = FIXED[single];
  const isCounted = isSeveral || VARIABLE.has(single);
  if (size === undefined && !VARIABLE.has(single)) throw new RangeError("a property of an unknown type");
  const count = isCounted ? view.getUint32(at, true) : 1;
  let next = isCounted ? at + 4 : at;
  if (size !== undefined) {
    const bytesOfAll = isSeveral && single === SHORT ? padded(count * 2) : count * size;
    return { values: [bytes.subarray(next, next + size)], next: next + bytesOfAll };
  }
  const values: Uint8Array[] = [];
  for (let nth = 0; nth < count; nth += 1) {
    const length = view.getUint32(next, true);
    if (next + 4 + length > bytes.length) throw new RangeError("a value that is cut off");
    if (values.length === 0) values.push(bytes.subarray(next + 4, next + 4 + length));
    next += 4 + padded(length);
  }
  return { values, next };
}

const padded = (length: number): number => Math.ceil(length / 4) * 4;

/**
 * Returns the text of a property; "" if the property is missing or no text.
 * @param decode decodes bytes in the message's code page
 */
export function propertyText(
  property: MapiProperty | undefined,
  decode: (bytes: Uint8Array) => string,
): string {
  if (property === undefined) return "";
  if (property.type === UNICODE)
    return new TextDecoder("utf-16le").decode(property.value).replaceAll("\0", "");
  return property.type === STRING8 ? decode(property.value).replaceAll("\0", "") : "";
}

export function propertyNumber(property: MapiProperty | undefined): number | null {
  if (property === undefined || property.value.length < 4) return null;
  return new DataView(property.value.buffer, property.value.byteOffset, 4).getUint32(0, true);
}

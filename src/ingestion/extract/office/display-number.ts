import { aroundText, type DisplayedNumbers } from "./displayed-numbers.ts";
import { MS_PER_DAY, SECONDS_PER_HOUR, SECONDS_PER_DAY } from "../../../domain/time.ts";

export type NumberKind = "number" | "date" | "time" | "dateTime";

/** The display format of a cell's number. */
export interface NumberFormat {
  readonly kind: NumberKind;
  /** The format code; null if the number is displayed as stored. */
  readonly code: string | null;
  /** Text that the format adds before and after a text cell. */
  readonly around: ReturnType<typeof aroundText>;
}

export const PLAIN_FORMAT: NumberFormat = { kind: "number", code: null, around: null };

const BUILT_IN: readonly (readonly [from: number, to: number, NumberKind])[] = [
  [14, 17, "date"],
  [18, 21, "time"],
  [22, 22, "dateTime"],
  [27, 31, "date"],
  [32, 35, "time"],
  [36, 36, "date"],
  [45, 47, "time"],
  [50, 58, "date"],
];
const ACCOUNTING = '_(* #,##0_);_(* (#,##0);_(* "-"_)';
const BUILT_IN_CODES: Readonly<Record<number, string>> = {
  1: "0",
  2: "0.00",
  3: "#,##0",
  4: "#,##0.00",
  5: "$#,##0;($#,##0)",
  6: "$#,##0;($#,##0)",
  7: "$#,##0.00;($#,##0.00)",
  8: "$#,##0.00;($#,##0.00)",
  9: "0%",
  10: "0.00%",
  11: "0.00E+00",
  12: "# ?/?",
  13: "# ??/??",
  37: "#,##0;(#,##0)",
  38: "#,##0;(#,##0)",
  39: "#,##0.00;(#,##0.00)",
  40: "#,##0.00;(#,##0.00)",
  41: ACCOUNTING,
  42: ACCOUNTING.replaceAll("#,##0", "$#,##0"),
  43: ACCOUNTING.replaceAll("#,##0", "#,##0.00"),
  44: ACCOUNTING.replaceAll("#,##0", "$#,##0.00"),
  48: "##0.0E+0",
};
/** Formats that display a number as stored. */
const AS_IT_IS = /^\s{0,9}(?:general|@)?\s{0,9}$/i;
/**
 * Literals in a format: quoted or escaped text, fillers, and conditions. Brackets of hours, minutes and
 * seconds do not count.
 */
const LITERAL = /"[^"]*"|\\.|_.|\*.|\[(?!h+\]|m+\]|s+\])[^\][]*\]/gi;
/** Day 0 of the date system that counts from 1900 and treats 1900 as a leap year. */
const EPOCH_1900 = Date.UTC(1899, 11, 30);
const EPOCH_1904 = Date.UTC(1904, 0, 1);
const LAST_SERIAL = 2_958_466;

/**
 * @param id of the number format
 * @param code of a format that is not built in
 */
export function numberFormat(id: number, code: string | undefined): NumberFormat {
  const kind = numberKind(id, code);
  if (kind !== "number") return { ...PLAIN_FORMAT, kind };
  const shown = code ?? BUILT_IN_CODES[id] ?? "";
  return AS_IT_IS.test(shown) ? PLAIN_FORMAT : { kind, code: shown, around: aroundText(shown) };
}

function numberKind(id: number, code: string | undefined): NumberKind {
  if (code === undefined) return BUILT_IN.find(([from, to]) => id >= from && id <= to)?.[2] ?? "number";
  // Looks only at the first section, which formats positive numbers.
  const bare = code.replace(LITERAL, "").split(";", 1)[0]?.toLowerCase() ?? "";
  if (/general/.test(bare)) return "number";
  const hasTime = /[hs]/.test(bare);
  const hasDate = /[yd]/.test(bare) || (/m/.test(bare) && !hasTime);
  if (hasDate) return hasTime ? "dateTime" : "date";
  return hasTime ? "time" : "number";
}

/** Removes rounding noise from the last digits of a binary number. Returns other text unchanged. */
export function plainNumber(stored: string): string {
  const value = Number(stored);
  return stored.trim() === "" || !Number.isFinite(value) ? stored : exact(value);
}

/** Displays a stored number in its format. Writes dates and times in ISO 8601. */
export function displayNumber(
  stored: string,
  { kind, code }: NumberFormat,
  isFrom1904: boolean,
  numbers: DisplayedNumbers,
): string {
  const value = Number(stored);
  if (stored.trim() === "" || !Number.isFinite(value)) return stored;
  if (code !== null) return numbers.show(value, code) ?? exact(value);
  if (kind === "number" || value < 0 || value >= LAST_SERIAL) return exact(value);
  const moment = new Date((isFrom1904 ? EPOCH_1904 : EPOCH_1900) + Math.round(value * MS_PER_DAY));
  // Before the nonexistent 29 February 1900, serial numbers are one lower than the day count.
  if (!isFrom1904 && value >= 1 && value < 60) moment.setUTCDate(moment.getUTCDate() + 1);
  const [date = "", clock = ""] = moment.toISOString().split("T");
  const time = clock.slice(6, 8) === "00" ? clock.slice(0, 5) : clock.slice(0, 8);
  if (kind === "time") return value >= 1 ? duration(value) : time;
  return kind === "date" && value % 1 === 0 ? date : `${date} ${time}`;
}

function exact(value: number): string {
  return String(Number(value.toPrecision(15)));
}

/** Formats a duration, whose hours may exceed a day: 27:30. */
function duration(days: number): string {
  const seconds = Math.round(days * SECONDS_PER_DAY);
  const parts = [Math.floor(seconds / SECONDS_PER_HOUR), Math.floor(seconds / 60) % 60, seconds % 60];
  return (parts[2] === 0 ? parts.slice(0, 2) : parts).map((part) => String(part).padStart(2, "0")).join(":");
}

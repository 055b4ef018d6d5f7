/** How a cell's number is shown. */
export type NumberKind = "number" | "percent" | "date" | "time" | "dateTime";

const BUILT_IN: readonly (readonly [from: number, to: number, NumberKind])[] = [
  [9, 10, "percent"],
  [14, 17, "date"],
  [18, 21, "time"],
  [22, 22, "dateTime"],
  [27, 31, "date"],
  [32, 35, "time"],
  [36, 36, "date"],
  [45, 47, "time"],
  [50, 58, "date"],
];
/** What stands for itself in a format: quoted or escaped texts, fillers, and conditions but those of hours, minutes and seconds. */
const LITERAL = /"[^"]*"|\\.|_.|\*.|\[(?!h+\]|m+\]|s+\])[^\][]*\]/gi;
const MS_A_DAY = 86_400_000;
/** The day before the first, as 1900 was taken for a leap year; and the first day of the other count. */
const EPOCH_1900 = Date.UTC(1899, 11, 30);
const EPOCH_1904 = Date.UTC(1904, 0, 1);
const LAST_SERIAL = 2_958_466;

/** @param id of a number format; @param code of those that are not built in */
export function numberKind(id: number, code: string | undefined): NumberKind {
  if (code === undefined) return BUILT_IN.find(([from, to]) => id >= from && id <= to)?.[2] ?? "number";
  // The first section is that of positive numbers.
  const bare = code.replace(LITERAL, "").split(";", 1)[0]?.toLowerCase() ?? "";
  if (/general/.test(bare)) return "number";
  const hasTime = /[hs]/.test(bare);
  const hasDate = /[yd]/.test(bare) || (/m/.test(bare) && !hasTime);
  if (hasDate) return hasTime ? "dateTime" : "date";
  if (hasTime) return "time";
  return bare.includes("%") ? "percent" : "number";
}

/** A number as it is stored, for people: without the noise of its last digits, dates and times as in ISO 8601. */
export function shownNumber(stored: string, kind: NumberKind, isFrom1904: boolean): string {
  const value = Number(stored);
  if (stored.trim() === "" || !Number.isFinite(value)) return stored;
  if (kind === "percent") return `${exact(value * 100)}%`;
  if (kind === "number" || value < 0 || value >= LAST_SERIAL) return exact(value);
  const moment = new Date((isFrom1904 ? EPOCH_1904 : EPOCH_1900) + Math.round(value * MS_A_DAY));
  // Before the day that never was, the count is one behind.
  if (!isFrom1904 && value >= 1 && value < 60) moment.setUTCDate(moment.getUTCDate() + 1);
  const [date = "", clock = ""] = moment.toISOString().split("T");
  const time = clock.slice(6, 8) === "00" ? clock.slice(0, 5) : clock.slice(0, 8);
  if (kind === "time") return value >= 1 ? duration(value) : time;
  return kind === "date" && value % 1 === 0 ? date : `${date} ${time}`;
}

function exact(value: number): string {
  return String(Number(value.toPrecision(15)));
}

/** Hours beyond a day are counted on: 27:30. */
function duration(days: number): string {
  const seconds = Math.round(days * 86_400);
  const parts = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60, seconds % 60];
  return (parts[2] === 0 ? parts.slice(0, 2) : parts).map((part) => String(part).padStart(2, "0")).join(":");
}

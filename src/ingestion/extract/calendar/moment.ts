import type { ContentLine } from "./content-lines.ts";

const DATE = /^(\d{4})(\d{2})(\d{2})(?:T(\d{2})(\d{2})(\d{2})?(Z)?)?$/;
export const WEEKDAYS = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];
export const MONTH_NAMES = [
  "January",
  "February",
  "March",
  "April",
  "May",
  "June",
  "July",
  "August",
  "September",
  "October",
  "November",
  "December",
];

export interface Moment {
  /** The local clock time, encoded in milliseconds as if it were UTC. */
  readonly ms: number;
  readonly isDay: boolean;
  readonly zone: string;
}

/** Returns null if the value is no date. */
export function momentOf({ value, parameters }: Pick<ContentLine, "value" | "parameters">): Moment | null {
  const [found, year, month, day, hour, minute, second, isUtc] = DATE.exec(value.trim()) ?? [];
  if (found === undefined) return null;
  const ms = Date.UTC(
    Number(year),
    Number(month) - 1,
    Number(day),
    Number(hour ?? 0),
    Number(minute ?? 0),
    Number(second ?? 0),
  );
  const zone = isUtc === undefined ? (parameters["TZID"] ?? "").trim() : "UTC";
  return { ms, isDay: hour === undefined, zone: hour === undefined ? "" : zone };
}

/** Parses the dates of a line with several values (`EXDATE`, `RDATE`). A period counts with its start. */
export function momentsOf(line: ContentLine): Moment[] {
  const { parameters } = line;
  return line.value
    .split(/[,;]/)
    .flatMap((value) => momentOf({ parameters, value: value.split("/", 1)[0] ?? "" }) ?? []);
}

/** Formats a date: "Tuesday, 24 November 2026". */
export function dayText(ms: number): string {
  const date = new Date(ms);
  return `${WEEKDAYS[date.getUTCDay()] ?? ""}, ${date.getUTCDate()} ${MONTH_NAMES[date.getUTCMonth()] ?? ""} ${date.getUTCFullYear()}`;
}

export const clockOf = (ms: number): string => new Date(ms).toISOString().slice(11, 16);

/** Formats a moment: "Tuesday, 24 November 2026, 10:00 (UTC)". */
export function momentText({ ms, isDay, zone }: Moment): string {
  return isDay ? dayText(ms) : `${dayText(ms)}, ${clockOf(ms)}${zone === "" ? "" : ` (${zone})`}`;
}

/** Joins items: "a", "a and b", "a, b and c". */
export function joinWithAnd(items: readonly string[], word: "and" | "or" = "and"): string {
  return items.length < 2 ? items.join("") : `${items.slice(0, -1).join(", ")} ${word} ${items.at(-1)}`;
}

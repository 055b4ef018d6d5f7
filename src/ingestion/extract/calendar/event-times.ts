import type { ContentLine } from "./content-lines.ts";

const DATE = /^(\d{4})(\d{2})(\d{2})(?:T(\d{2})(\d{2})(\d{2})?(Z)?)?$/;
const DURATION = /^\+?P(?:(\d{1,4})W)?(?:(\d{1,4})D)?(?:T(?:(\d{1,4})H)?(?:(\d{1,5})M)?(?:\d{1,6}S)?)?$/;
const WEEKDAYS = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];
const MONTHS = ["January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December"];
const SHORT_DAYS: Readonly<Record<string, string>> = Object.fromEntries(WEEKDAYS.map((day) => [day.slice(0, 2).toUpperCase(), day]));
const UNITS: Readonly<Record<string, string>> = {
  DAILY: "day",
  WEEKLY: "week",
  MONTHLY: "month",
  YEARLY: "year",
  HOURLY: "hour",
  MINUTELY: "minute",
};
const DAY_MS = 86_400_000;

interface Moment {
  /** The clock's reading, as if it were in UTC. */
  readonly ms: number;
  readonly isDay: boolean;
  readonly zone: string;
}

/** "Tuesday, 24 November 2026, 10:00 to 11:00 (Europe/Berlin)"; `""` when no time can be read. */
export function whenOf(start: ContentLine | undefined, end: ContentLine | undefined, duration: string): string {
  const from = start === undefined ? null : momentOf(start);
  if (from === null) return "";
  const to = (end === undefined ? null : momentOf(end)) ?? afterDuration(from, duration);
  const zone = from.zone === "" ? "" : ` (${from.zone})`;
  if (from.isDay) {
    const last = to === null ? from.ms : to.ms - DAY_MS;
    return last > from.ms ? `${dayOf(from.ms)} to ${dayOf(last)}` : dayOf(from.ms);
  }
  const begins = `${dayOf(from.ms)}, ${clockOf(from.ms)}`;
  if (to === null || to.ms <= from.ms) return begins + zone;
  if (to.zone !== from.zone && to.zone !== "") return `${begins}${zone} to ${dayOf(to.ms)}, ${clockOf(to.ms)} (${to.zone})`;
  const isSameDay = Math.floor(from.ms / DAY_MS) === Math.floor(to.ms / DAY_MS);
  return `${begins} to ${isSameDay ? "" : `${dayOf(to.ms)}, `}${clockOf(to.ms)}${zone}`;
}

/** "every 2 weeks on Monday and Friday, until 31 December 2026"; `""` when the rule cannot be read. */
export function repetitionOf(rule: string): string {
  const parts: Readonly<Record<string, string | undefined>> = Object.fromEntries(rule.split(";").map((part) => part.split("=", 2)));
  const unit = UNITS[parts["FREQ"] ?? ""];
  if (unit === undefined) return "";
  const interval = Number(parts["INTERVAL"] ?? 1);
  const often = interval > 1 ? `every ${interval} ${unit}s` : `every ${unit}`;
  const days = (parts["BYDAY"] ?? "").split(",").flatMap((day) => SHORT_DAYS[day.slice(-2)] ?? []);
  const on = days.length === 0 ? "" : ` on ${days.join(" and ")}`;
  const until = momentOf({ parameters: {}, value: parts["UNTIL"] ?? "" });
  if (until !== null) return `${often}${on}, until ${dayOf(until.ms)}`;
  return `${often}${on}${/^\d{1,6}$/.test(parts["COUNT"] ?? "") ? `, ${parts["COUNT"]} times` : ""}`;
}

/** Null when it is no date. */
function momentOf({ value, parameters }: Pick<ContentLine, "value" | "parameters">): Moment | null {
  const [found, year, month, day, hour, minute, second, isUtc] = DATE.exec(value.trim()) ?? [];
  if (found === undefined) return null;
  const ms = Date.UTC(Number(year), Number(month) - 1, Number(day), Number(hour ?? 0), Number(minute ?? 0), Number(second ?? 0));
  const zone = isUtc === undefined ? (parameters["TZID"] ?? "").trim() : "UTC";
  return { ms, isDay: hour === undefined, zone: hour === undefined ? "" : zone };
}

function afterDuration(from: Moment, duration: string): Moment | null {
  const [found, weeks = 0, days = 0, hours = 0, minutes = 0] = DURATION.exec(duration) ?? [];
  if (found === undefined || duration === "") return null;
  const ms = (Number(weeks) * 7 + Number(days)) * DAY_MS + Number(hours) * 3_600_000 + Number(minutes) * 60_000;
  return { ...from, ms: from.ms + ms };
}

function dayOf(ms: number): string {
  const date = new Date(ms);
  return `${WEEKDAYS[date.getUTCDay()] ?? ""}, ${date.getUTCDate()} ${MONTHS[date.getUTCMonth()] ?? ""} ${date.getUTCFullYear()}`;
}

const clockOf = (ms: number): string => new Date(ms).toISOString().slice(11, 16);

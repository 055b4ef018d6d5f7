import { clockOf, dayText, joinWithAnd, type Moment, momentOf, MONTH_NAMES, WEEKDAYS } from "./moment.ts";

const UNITS: Readonly<Record<string, string>> = {
  DAILY: "day",
  WEEKLY: "week",
  MONTHLY: "month",
  YEARLY: "year",
  HOURLY: "hour",
  MINUTELY: "minute",
};
/** Rule parts that a sentence can express. A rule with other parts is quoted unchanged. */
const SAID = new Set([
  "FREQ",
  "INTERVAL",
  "COUNT",
  "UNTIL",
  "WKST",
  "BYDAY",
  "BYMONTHDAY",
  "BYMONTH",
  "BYSETPOS",
]);
const DAYS = new Map(WEEKDAYS.map((day) => [day.slice(0, 2).toUpperCase(), day]));
const WORKING_DAYS = "MO,TU,WE,TH,FR";
const WEEKEND = "SA,SU";
const ORDINALS = ["", "first", "second", "third", "fourth", "fifth"];
const MAX_LISTED = 40;

interface Day {
  /** Position of the weekday in its period; 0 stands for every such weekday. */
  readonly nth: number;
  readonly code: string;
  readonly name: string;
}

interface Rule {
  readonly unit: string;
  readonly days: readonly Day[];
  readonly monthDays: readonly number[];
  readonly months: readonly string[];
  readonly positions: readonly number[];
}

/**
 * Describes an `RRULE` (RFC 5545, 3.3.10): "every 2 weeks on Monday and Friday, until 31 December 2026". A
 * rule that a sentence cannot express in full is quoted unchanged. Returns `""` without a rule.
 */
export function describeRecurrence(rule: string, start: Moment | null): string {
  if (rule.trim() === "") return "";
  const pairs = rule
    .trim()
    .split(";")
    .map((part) => part.split("=", 2) as [string, string?]);
  const parts: Readonly<Record<string, string | undefined>> = Object.fromEntries(pairs);
  const read = pairs.every(([name]) => SAID.has(name)) ? readRule(parts) : null;
  const on = read === null ? null : onWhich(read);
  if (read === null || on === null) return `by the rule ${rule.trim()}`;
  const interval = Number(parts["INTERVAL"] ?? 1);
  const often = interval > 1 ? `every ${interval} ${read.unit}s` : `every ${read.unit}`;
  return `${often}${on}${endOf(parts, start)}`;
}

function endOf(parts: Readonly<Record<string, string | undefined>>, start: Moment | null): string {
  const until = momentOf({ parameters: {}, value: parts["UNTIL"] ?? "" });
  if (until === null) return /^\d{1,6}$/.test(parts["COUNT"] ?? "") ? `, ${parts["COUNT"]} times` : "";
  const isExact = !until.isDay && start?.isDay === false && clockOf(until.ms) !== "23:59";
  return `, until ${dayText(until.ms)}${isExact ? `, ${clockOf(until.ms)}${until.zone === "" ? "" : ` (${until.zone})`}` : ""}`;
}

/** Returns null when a value cannot be parsed. */
function readRule(parts: Readonly<Record<string, string | undefined>>): Rule | null {
  const unit = UNITS[parts["FREQ"] ?? ""];
  const days = valuesOf(parts["BYDAY"]).map((value) => dayIn(value));
  const months = valuesOf(parts["BYMONTH"]).map((value) => MONTH_NAMES[Number(value) - 1]);
  const monthDays = valuesOf(parts["BYMONTHDAY"]).map(Number);
  const positions = valuesOf(parts["BYSETPOS"]).map(Number);
  const numbers = [...monthDays, ...positions];
  const isRead =
    unit !== undefined &&
    /^(?:[1-9]\d{0,3})?$/.test(parts["INTERVAL"] ?? "") &&
    !days.includes(null) &&
    !months.includes(undefined) &&
    numbers.every((number) => Number.isInteger(number) && number !== 0 && Math.abs(number) <= 366) &&
    days.length + months.length + numbers.length <= MAX_LISTED;
  return isRead ? { unit, days: days as Day[], months: months as string[], monthDays, positions } : null;
}

const valuesOf = (list: string | undefined): readonly string[] =>
  list === undefined || list === "" ? [] : list.split(",");

function dayIn(value: string): Day | null {
  const [found, nth = "0", code = ""] = /^([+-]?\d{1,2})?([A-Z]{2})$/.exec(value.trim()) ?? [];
  const name = DAYS.get(code);
  return found === undefined || name === undefined ? null : { nth: Number(nth), code, name };
}

/** Returns a phrase such as " on the first Monday"; null if no phrase can express the rule. */
function onWhich(rule: Rule): string | null {
  const { unit, days, monthDays, months, positions } = rule;
  const isOfYear = unit === "year";
  const within =
    months.length === 0
      ? ""
      : isOfYear && (days.length > 0 || monthDays.length > 0)
        ? ` of ${joinWithAnd(months)}`
        : ` in ${joinWithAnd(months)}`;
  if (positions.length > 0) {
    if (
      days.length === 0 ||
      monthDays.length > 0 ||
      days.some(({ nth }) => nth !== 0) ||
      !["month", "year"].includes(unit)
    )
      return null;
    return ` on the ${joinWithAnd(positions.map(ordinal))} ${kindOf(days)}${within}`;
  }
  if (monthDays.length > 0) {
    if (days.some(({ nth }) => nth !== 0) || (unit !== "month" && !isOfYear)) return null;
    const numbers = joinWithAnd(monthDays.map((number) => monthDay(number)));
    const of = isOfYear && months.length === 0 ? " of every month" : within;
    return ` on ${numbers}${of}${days.length === 0 ? "" : ` if it is a ${joinWithAnd(names(days), "or")}`}`;
  }
  if (days.length === 0) return within;
  const isNth = days.every(({ nth }) => nth !== 0);
  if (isNth && (unit === "month" || isOfYear)) {
    return ` on ${joinWithAnd(days.map(({ nth, name }) => `the ${ordinal(nth)} ${name}`))}${isOfYear && months.length === 0 ? " of the year" : within}`;
  }
  if (days.some(({ nth }) => nth !== 0)) return null;
  if (unit === "week") return ` on ${joinWithAnd(names(days))}${within}`;
  if (unit === "month" || isOfYear) return ` on every ${joinWithAnd(names(days))}${within}`;
  return unit === "day" ? ` that is a ${joinWithAnd(names(days), "or")}${within}` : null;
}

const names = (days: readonly Day[]): string[] => days.map(({ name }) => name);

function kindOf(days: readonly Day[]): string {
  const codes = days.map(({ code }) => code);
  if (codes.length === DAYS.size) return "day";
  const isAll = (set: string): boolean =>
    set.split(",").every((code) => codes.includes(code)) && codes.length === set.split(",").length;
  return isAll(WORKING_DAYS)
    ? "working day"
    : isAll(WEEKEND)
      ? "day of a weekend"
      : joinWithAnd(names(days), "or");
}

/** Returns "first", "20th", "last" or "second to last". */
function ordinal(number: number): string {
  if (number === -1) return "last";
  if (number < 0) return `${ordinal(-number)} to last`;
  return ORDINALS[number] ?? numbered(number);
}

function monthDay(number: number): string {
  return number > 0 ? `the ${numbered(number)}` : `the ${ordinal(number)} day`;
}

function numbered(number: number): string {
  const teens = number % 100 > 10 && number % 100 < 14;
  return `${number}${teens ? "th" : (["th", "st", "nd", "rd"][number % 10] ?? "th")}`;
}

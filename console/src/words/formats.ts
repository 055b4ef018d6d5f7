/** Dates, times and sizes in the person's language. */
import { intlFormat } from "./intl-format.ts";
import { language } from "./t.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const STEP = 1024;

export function formatDate(at: Date): string {
  return intlFormat("DateTimeFormat", language.value, { dateStyle: "medium" }).format(at);
}

export function formatTime(at: Date): string {
  return intlFormat("DateTimeFormat", language.value, { timeStyle: "short" }).format(at);
}

export function formatDateTime(at: Date): string {
  return intlFormat("DateTimeFormat", language.value, { dateStyle: "medium", timeStyle: "short" }).format(at);
}

/** "5 minutes ago" within a week, later the date. */
export function formatAge(at: Date, now: Date = new Date()): string {
  const ms = at.getTime() - now.getTime();
  const relative = intlFormat("RelativeTimeFormat", language.value, { numeric: "auto" });
  if (Math.abs(ms) < HOUR) return relative.format(Math.round(ms / MINUTE), "minute");
  if (Math.abs(ms) < DAY) return relative.format(Math.round(ms / HOUR), "hour");
  if (Math.abs(ms) < 7 * DAY) return relative.format(Math.round(ms / DAY), "day");
  return formatDate(at);
}

export function formatBytes(bytes: number): string {
  const units = ["byte", "kilobyte", "megabyte", "gigabyte", "terabyte"] as const;
  let value = bytes;
  let at = 0;
  while (value >= STEP && at < units.length - 1) {
    value /= STEP;
    at += 1;
  }
  const unit = units[at] ?? "byte";
  const maximumFractionDigits = value < 10 && at > 0 ? 1 : 0;
  return intlFormat("NumberFormat", language.value, {
    style: "unit",
    unit,
    // The short form of bytes has no plural.
    unitDisplay: at === 0 ? "long" : "short",
    maximumFractionDigits,
  }).format(value);
}

/** "Ada, Bob and Cy" */
export function formatList(items: readonly string[]): string {
  return new Intl.ListFormat(language.value, { type: "conjunction" }).format(items);
}

import type { ContentLine } from "./content-lines.ts";
import { clockOf, dayText, type Moment, momentOf } from "./moment.ts";
import { MS_PER_MINUTE, MS_PER_HOUR, MS_PER_DAY } from "../../../domain/time.ts";

const DURATION = /^\+?P(?:(\d{1,4})W)?(?:(\d{1,4})D)?(?:T(?:(\d{1,4})H)?(?:(\d{1,5})M)?(?:\d{1,6}S)?)?$/;

/**
 * Returns a period such as "Tuesday, 24 November 2026, 10:00 to 11:00 (Europe/Berlin)", or `""` if no time
 * can be parsed.
 */
export function eventTimes(
  start: ContentLine | undefined,
  end: ContentLine | undefined,
  duration: string,
): string {
  const from = start === undefined ? null : momentOf(start);
  if (from === null) return "";
  const to = (end === undefined ? null : momentOf(end)) ?? afterDuration(from, duration);
  const zone = from.zone === "" ? "" : ` (${from.zone})`;
  if (from.isDay) {
    const last = to === null ? from.ms : to.ms - MS_PER_DAY;
    return last > from.ms ? `${dayText(from.ms)} to ${dayText(last)}` : dayText(from.ms);
  }
  const begins = `${dayText(from.ms)}, ${clockOf(from.ms)}`;
  if (to === null || to.ms <= from.ms) return begins + zone;
  if (to.zone !== from.zone && to.zone !== "")
    return `${begins}${zone} to ${dayText(to.ms)}, ${clockOf(to.ms)} (${to.zone})`;
  const isSameDay = Math.floor(from.ms / MS_PER_DAY) === Math.floor(to.ms / MS_PER_DAY);
  return `${begins} to ${isSameDay ? "" : `${dayText(to.ms)}, `}${clockOf(to.ms)}${zone}`;
}

function afterDuration(from: Moment, duration: string): Moment | null {
  const [found, weeks = 0, days = 0, hours = 0, minutes = 0] = DURATION.exec(duration) ?? [];
  if (found === undefined || duration === "") return null;
  const ms =
    (Number(weeks) * 7 + Number(days)) * MS_PER_DAY +
    Number(hours) * MS_PER_HOUR +
    Number(minutes) * MS_PER_MINUTE;
  return { ...from, ms: from.ms + ms };
}

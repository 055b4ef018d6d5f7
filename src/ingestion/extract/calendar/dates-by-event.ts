import { eventTimes } from "./event-times.ts";
import type { Entry } from "./read-entries.ts";
import { dayText, momentOf, momentText } from "./moment.ts";

/** Groups overridden dates of recurring events by the `UID` of the event. */
export function datesByEvent(entries: readonly Entry[]): ReadonlyMap<string, readonly Entry[]> {
  const dates = entries.filter(({ lines }) => lines.has("RECURRENCE-ID") && lines.has("UID"));
  return Map.groupBy(dates, ({ lines }) => lines.get("UID")?.[0]?.value.trim() ?? "");
}

/**
 * Returns a sentence such as "The one on Tuesday, 10 March 2026 is moved to Thursday, 12 March 2026, 17:00 to
 * 17:30 (UTC).", or `""` if the entry has no date.
 */
export function describeMovedDate({ lines }: Entry): string {
  const named = lines.get("RECURRENCE-ID")?.[0];
  const from = named === undefined ? null : momentOf(named);
  if (named === undefined || from === null) return "";
  const isAllLater = named.parameters["RANGE"]?.toUpperCase() === "THISANDFUTURE";
  const which = isAllLater ? `The ones from ${dayText(from.ms)} on are` : `The one on ${dayText(from.ms)} is`;
  if (lines.get("STATUS")?.[0]?.value.trim().toUpperCase() === "CANCELLED") return `${which} cancelled.`;
  const start = lines.get("DTSTART")?.[0];
  const to = start === undefined ? null : momentOf(start);
  const isSame = to === null || momentText(to) === momentText(from);
  if (isSame) return `${which} changed.`;
  return `${which} moved to ${eventTimes(start, lines.get("DTEND")?.[0], lines.get("DURATION")?.[0]?.value.trim() ?? "")}.`;
}

/** Returns the date of the recurrence rule that this entry overrides. */
export function overriddenDate({ lines }: Entry): string {
  const named = lines.get("RECURRENCE-ID")?.[0];
  const from = named === undefined ? null : momentOf(named);
  return from === null ? "" : `It takes the place of the one on ${momentText(from)}.`;
}

import type { AssertionName } from "./conflicts.ts";
import { ServiceError } from "./errors.ts";
import type { Id } from "./ids.ts";
import { beginOf, dayOf, type UsageCounts } from "./usage.ts";
import { MS_PER_SECOND } from "./time.ts";

/** Usage counters that have quotas, with their names for users. */
export const QUOTA_COUNTERS = {
  questions: "questions",
  units: "tokens",
  assets: "documents",
  bytes: "bytes",
} as const;
export type QuotaCounter = keyof typeof QUOTA_COUNTERS;
export const QUOTA_NAMES = [
  "questions",
  "units",
  "assets",
  "bytes",
] as const satisfies readonly QuotaCounter[];

export const QUOTA_PERIODS = ["day", "month"] as const;
export type QuotaPeriod = (typeof QUOTA_PERIODS)[number];

/** Limits of an organization per day and per month (UTC). */
export type Quotas = Readonly<
  Partial<Record<QuotaPeriod, Readonly<Partial<Record<QuotaCounter, number | undefined>>> | undefined>>
>;

/** Limits that apply to each organization, and exceptions for listed organizations. */
export interface QuotaSettings {
  readonly each: Quotas;
  readonly organizations: Readonly<Record<Id<"org">, Quotas>>;
}

export function quotasOf({ each, organizations }: QuotaSettings, organizationId: Id<"org">): Quotas {
  return organizations[organizationId] ?? each;
}

/**
 * Expected usage of a change. The number of tokens is unknown before the change, so 1 stands for any number.
 */
export type PlannedUsage = Partial<Pick<UsageCounts, QuotaCounter>>;

export const ONE_QUESTION: PlannedUsage = { questions: 1, units: 1 };

/** Returns a period in days since 1970: its first day, and the day after its last. */
export function periodOf(period: QuotaPeriod, now: Date): { readonly from: number; readonly to: number } {
  if (period === "day") return { from: dayOf(now), to: dayOf(now) + 1 };
  const [year, month] = [now.getUTCFullYear(), now.getUTCMonth()];
  return { from: dayOf(new Date(Date.UTC(year, month))), to: dayOf(new Date(Date.UTC(year, month + 1))) };
}

/** Expected usage of an organization, with the operator's limits. */
export interface QuotaRequest {
  readonly quotas: Quotas;
  readonly organizationId: Id<"org">;
  readonly using: PlannedUsage;
  readonly now: Date;
}

/** Returns the name of the assertion that a quota suffices. */
export function quotaName(period: QuotaPeriod, counter: QuotaCounter): AssertionName {
  return `quota_${period}_${counter}`;
}

/** The organization has used up its quota. */
export class QuotaError extends ServiceError {
  readonly retryAfterSeconds: number;

  constructor(message: string, retryAfterSeconds: number) {
    super("resource_exhausted", message);
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** A single limit: the period, the counter and the maximum. */
export interface Quota {
  readonly period: QuotaPeriod;
  readonly counter: QuotaCounter;
  readonly most: number;
}

/** Returns all configured limits, those per day first. */
export function eachQuota(quotas: Quotas): Quota[] {
  return QUOTA_PERIODS.flatMap((period) =>
    QUOTA_NAMES.flatMap((counter) => {
      const most = quotas[period]?.[counter];
      return most === undefined ? [] : [{ period, counter, most }];
    }),
  );
}

/** Returns the stored form of the limits. Equal limits have equal texts. Null if no limit is configured. */
export function quotasText(quotas: Quotas): string | null {
  const periods = [...Map.groupBy(eachQuota(quotas), ({ period }) => period)];
  if (periods.length === 0) return null;
  const numbers = periods.map(
    ([period, all]) => [period, Object.fromEntries(all.map(({ counter, most }) => [counter, most]))] as const,
  );
  return JSON.stringify(Object.fromEntries(numbers));
}

export function quotasFrom(text: string | null): Quotas {
  return text === null ? {} : (JSON.parse(text) as Quotas);
}

/**
 * Returns the error of a failed quota assertion.
 * @returns null if the assertion is about something else
 */
export function quotaError(assertion: AssertionName | null, quotas: Quotas, now: Date): QuotaError | null {
  const found = eachQuota(quotas).find(({ period, counter }) => assertion === quotaName(period, counter));
  return found === undefined ? null : exhausted(found, now);
}

export function exhausted({ period, counter, most }: Quota, now: Date): QuotaError {
  const ends = beginOf(periodOf(period, now).to);
  const number = `${most.toLocaleString("en")} ${QUOTA_COUNTERS[counter]} a ${period}`;
  const message = `This organization's quota of ${number} does not allow this. It resets at ${ends.toISOString()}.`;
  return new QuotaError(message, Math.ceil((ends.getTime() - now.getTime()) / MS_PER_SECOND));
}

/** A counter in the current period, with its limits. Null stands for no limit. */
export interface QuotaState {
  readonly period: QuotaPeriod;
  readonly counter: QuotaCounter;
  readonly used: number;
  /** Limit of the organization's owners. */
  readonly own: number | null;
  readonly operators: number | null;
  readonly resetsAt: Date;
}

/** Returns the state of each counter in each current period, those of the day first. */
export function quotaStates(
  limits: { readonly own: Quotas; readonly operators: Quotas },
  used: Readonly<Record<QuotaPeriod, PlannedUsage>>,
  now: Date,
): QuotaState[] {
  return QUOTA_PERIODS.flatMap((period) =>
    QUOTA_NAMES.map((counter) => ({
      period,
      counter,
      used: used[period][counter] ?? 0,
      own: limits.own[period]?.[counter] ?? null,
      operators: limits.operators[period]?.[counter] ?? null,
      resetsAt: beginOf(periodOf(period, now).to),
    })),
  );
}

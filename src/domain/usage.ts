import type { Id } from "./ids.ts";

/** What is counted of use. */
export const USAGE_COUNTERS = ["questions", "units", "inputTokens", "outputTokens", "cost", "assets", "bytes"] as const;
export type UsageCounter = (typeof USAGE_COUNTERS)[number];

/**
 * `questions`: answers that were asked for. `units`: tokens that models and ingestion used. `inputTokens`, `outputTokens`: those of them that
 * language models read and wrote. `cost`: of these, in billionths of the operator's currency. `assets`: whose bytes came in. `bytes`: of originals.
 */
export type UsageCounts = Readonly<Record<UsageCounter, number>>;

/** What a change uses beside its units. */
export interface Usage extends Partial<Omit<UsageCounts, "units">> {
  /** For whom; default: who writes. */
  readonly userId?: Id<"user">;
}

/** What an answer's language models used. */
export type ModelUsage = Pick<UsageCounts, "inputTokens" | "outputTokens" | "cost">;

/** Of a million tokens, in the operator's currency. */
export interface TokenPrice {
  readonly input: number;
  readonly output: number;
}

const BILLIONTHS = 1_000_000_000;
const PRICED_TOKENS = 1_000_000;

/** @returns whole billionths of the currency */
export function costOf(
  { inputTokens, outputTokens }: Pick<ModelUsage, "inputTokens" | "outputTokens">,
  { input, output }: TokenPrice,
): number {
  return Math.round((inputTokens * input + outputTokens * output) * (BILLIONTHS / PRICED_TOKENS));
}

export function inCurrency(billionths: number): number {
  return billionths / BILLIONTHS;
}

const DAY_MS = 86_400_000;

/** Days since 1970, as UTC counts them. */
export function dayOf(moment: Date): number {
  return Math.floor(moment.getTime() / DAY_MS);
}

/** The moment at which a day begins. */
export function beginOf(day: number): Date {
  return new Date(day * DAY_MS);
}

/** By what it is told. */
export const USAGE_GROUPS = ["day", "user", "operation"] as const;
export type UsageGroup = (typeof USAGE_GROUPS)[number];

import type { Id } from "./ids.ts";
import { MS_PER_DAY } from "./time.ts";

/** Usage counters of users and organizations. */
export const USAGE_COUNTERS = [
  "questions",
  "units",
  "inputTokens",
  "outputTokens",
  "estimatedTokens",
  "cost",
  "assets",
  "bytes",
] as const;
export type UsageCounter = (typeof USAGE_COUNTERS)[number];

/**
 * Values of the usage counters:
 * - `questions`: requested answers.
 * - `units`: tokens that models and ingestion used.
 * - `inputTokens` and `outputTokens`: tokens that language models read and wrote.
 * - `estimatedTokens`: tokens of these two counters that no provider reported.
 * - `cost`: cost in billionths of the operator's currency.
 * - `assets`: assets whose bytes arrived.
 * - `bytes`: bytes of originals.
 */
export type UsageCounts = Readonly<Record<UsageCounter, number>>;

export const UNUSED: UsageCounts = {
  questions: 0,
  units: 0,
  inputTokens: 0,
  outputTokens: 0,
  estimatedTokens: 0,
  cost: 0,
  assets: 0,
  bytes: 0,
};

/** Counters of the answers of language models. Only the totals of organizations have them. */
export const MODEL_COUNTERS = [
  "modelAnswers",
  "modelAbstentions",
  "modelRepairs",
  "modelFailures",
  "quotedSentences",
  "supportedSentences",
  "unverifiedSentences",
  "contradictedSentences",
  "droppedSentences",
] as const;
export type ModelCounter = (typeof MODEL_COUNTERS)[number];

/**
 * Values of the model counters:
 * - `modelAnswers`: stored answers of language models, with abstentions.
 * - `modelAbstentions`: answers that nothing in the documents answers the question.
 * - `modelRepairs`: requests to rewrite contradicted sentences.
 * - `modelFailures`: models that wrote no answer, so that the next one wrote.
 * - `droppedSentences`: sentences that strict verification dropped.
 * - the others: stored sentences by their mark.
 */
export type ModelCounts = Readonly<Record<ModelCounter, number>>;

/** Usage of a change, without its units. */
export interface Usage extends Partial<Omit<UsageCounts, "units">>, Partial<ModelCounts> {
  /** User to charge. Default: the user who writes the change. */
  readonly userId?: Id<"user">;
}

/** Usage of language models for an answer. */
export type ModelUsage = Pick<UsageCounts, "inputTokens" | "outputTokens" | "estimatedTokens" | "cost">;

export const UNSPENT: ModelUsage = { inputTokens: 0, outputTokens: 0, estimatedTokens: 0, cost: 0 };

/** Price per million tokens, in the operator's currency. */
export interface TokenPrice {
  readonly input: number;
  readonly output: number;
}

const BILLIONTHS = 1_000_000_000;
const PRICED_TOKENS = 1_000_000;

/** @returns the cost in whole billionths of the currency */
export function costOf(
  { inputTokens, outputTokens }: Pick<ModelUsage, "inputTokens" | "outputTokens">,
  { input, output }: TokenPrice,
): number {
  return Math.round((inputTokens * input + outputTokens * output) * (BILLIONTHS / PRICED_TOKENS));
}

const FREE: TokenPrice = { input: 0, output: 0 };

/** @param price price of the model; without a price the cost is 0 */
export function pricedUsage(used: Omit<ModelUsage, "cost">, price: TokenPrice = FREE): ModelUsage {
  return { ...used, cost: costOf(used, price) };
}

export function sumOfUsage(one: ModelUsage, other: ModelUsage): ModelUsage {
  return {
    inputTokens: one.inputTokens + other.inputTokens,
    outputTokens: one.outputTokens + other.outputTokens,
    estimatedTokens: one.estimatedTokens + other.estimatedTokens,
    cost: one.cost + other.cost,
  };
}

/** Returns the usage minus one part of it. */
export function usageWithout(all: ModelUsage, part: ModelUsage): ModelUsage {
  const { inputTokens, outputTokens, estimatedTokens, cost } = part;
  return sumOfUsage(all, {
    inputTokens: -inputTokens,
    outputTokens: -outputTokens,
    estimatedTokens: -estimatedTokens,
    cost: -cost,
  });
}

export function inCurrency(billionths: number): number {
  return billionths / BILLIONTHS;
}

/** Returns the day of a time, in days since 1970 (UTC). */
export function dayOf(moment: Date): number {
  return Math.floor(moment.getTime() / MS_PER_DAY);
}

/** Returns the start of a day (UTC). */
export function beginOf(day: number): Date {
  return new Date(day * MS_PER_DAY);
}

/** Dimensions of a usage report. */
export const USAGE_GROUPS = ["day", "user", "operation"] as const;
export type UsageGroup = (typeof USAGE_GROUPS)[number];

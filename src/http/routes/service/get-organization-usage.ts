import * as z from "zod";
import { invalidField } from "../../../domain/errors.ts";
import { QUOTA_NAMES, QUOTA_PERIODS } from "../../../domain/quota.ts";
import {
  beginOf,
  dayOf,
  inCurrency,
  USAGE_GROUPS,
  type UsageCounts,
  type UsageGroup,
} from "../../../domain/usage.ts";
import type { UsageRow } from "../../../storage/d1/service/usage.ts";
import { getOrganizationUsage } from "../../../services/service/get-organization-usage.ts";
import { defineOperation } from "../../operation.ts";
import { idParam, idString } from "../../wire/identifier.ts";
import { listingQuery, pagination, presentPagination } from "../../wire/pagination.ts";
import { requestTime, timestamp } from "../../wire/values.ts";

const most = z.int().min(0).nullable();

const quotaState = z.object({
  period: z.enum(QUOTA_PERIODS).meta({ description: "A day or a month of UTC: the current one." }),
  counter: z.enum(QUOTA_NAMES).meta({ description: "The counted usage, as in `total`." }),
  used: z.int().min(0).meta({ description: "Usage in the period so far." }),
  own: most.meta({ description: "The owners' quota; null without one." }),
  operators: most.meta({ description: "The operator's quota; null without one." }),
  resetsAt: timestamp.meta({ description: "End of the period." }),
});

const USUAL_DAYS = 30;
const MAX_DAYS = 366;

const counts = {
  questions: z.int().min(0).meta({ description: "Requested answers, including new versions and campaigns." }),
  units: z.int().min(0).meta({ description: "Tokens that models and ingestion used." }),
  inputTokens: z
    .int()
    .min(0)
    .meta({ description: "Input tokens of language models, as their providers count." }),
  outputTokens: z
    .int()
    .min(0)
    .meta({ description: "Output tokens of language models, as their providers count." }),
  estimatedTokens: z
    .int()
    .min(0)
    .meta({ description: "Number of estimated tokens among these, without a provider's count." }),
  cost: z
    .number()
    .min(0)
    .meta({ description: "Cost of these tokens at the models' prices of that time; 0 without a price." }),
  assets: z.int().min(0).meta({ description: "New assets: uploaded, fetched or unpacked." }),
  bytes: z.int().min(0).meta({ description: "Bytes of new originals." }),
};

const record = z.object({
  day: z.string().meta({
    description: "A day in UTC, such as 2026-11-22; empty unless `by` names it.",
    examples: ["2026-11-22"],
  }),
  userId: idString("user").nullable().meta({ description: "The user; null unless `by` names it." }),
  userDisplayName: z.string(),
  operation: z.string().meta({
    description:
      "The operation's id in this document. `processAsset` is processing, `threads.events` messages by socket. Empty unless `by` names it.",
  }),
  ...counts,
});

const day = z
  .union([z.iso.date().transform((text) => new Date(text)), requestTime], {
    error: "must be a day such as 2026-11-22, or a moment of one",
  })
  .meta({ description: "A day in UTC such as 2026-11-22, or a time on that day." });

const groups = z
  .union([z.string(), z.array(z.string())])
  .meta({
    description: `Groups: ${USAGE_GROUPS.join(", ")}; comma-separated or repeated. The response sums over the others.`,
  })
  .transform((value, ctx): readonly UsageGroup[] => {
    const named = [value].flat().flatMap((list) => list.split(","));
    if (named.every(isGroup)) return [...new Set(named)];
    ctx.issues.push({ code: "custom", message: `must be of ${USAGE_GROUPS.join(", ")}`, input: value });
    return z.NEVER;
  });

function isGroup(name: string): name is UsageGroup {
  return USAGE_GROUPS.some((group) => group === name);
}

export const getOrganizationUsageOperation = defineOperation({
  id: "getOrganizationUsage",
  method: "GET",
  path: "/v1/organizations/{organizationId}/usage",
  audience: "user",
  access: "`own` on the organization's root",
  contract: { reader: "not_found" },
  tag: "service",
  summary: "The usage of an organization by day, user and operation, and its quotas.",
  description:
    `The service counts usage with each change, in whole days of UTC. Default: the last ${USUAL_DAYS} ` +
    `days, by day; at most ${MAX_DAYS} days. The cron run deletes usage after 400 days, or after the ` +
    "operator's retention. Newest days first unless `sort` is `day`.",
  params: z.object({ organizationId: idParam("org") }),
  query: z.object({
    ...listingQuery(["day"]),
    from: day.optional().meta({ description: "First day." }),
    to: day.optional().meta({ description: "Last day, exclusive; a time within a day includes that day." }),
    by: groups.prefault("day"),
  }),
  message: "Usage counted.",
  data: z.object({
    from: z.iso.date().meta({ description: "The first day.", examples: ["2026-11-01"] }),
    to: z.iso.date().meta({ description: "The day after the last one.", examples: ["2026-11-23"] }),
    quotas: z.array(quotaState).meta({
      description: "Usage of today and of this month, whatever `from` and `to`, with the quotas that apply.",
    }),
    total: z.object(counts).meta({ description: "Sum over all these days." }),
    pagination,
    records: z.array(record),
    truncated: z
      .boolean()
      .meta({ description: "true if the records are incomplete: request fewer days. `total` is complete." }),
  }),
  async handle(ctx, { params, query }) {
    const { limit, offset, sort, by } = query;
    const to = query.to === undefined ? dayOf(ctx.now) + 1 : dayOf(new Date(query.to.getTime() - 1)) + 1;
    const from = query.from === undefined ? to - USUAL_DAYS : dayOf(query.from);
    if (from >= to) throw invalidField("from", "must be before `to`");
    if (to - from > MAX_DAYS) throw invalidField("from", `must be at most ${MAX_DAYS} days before \`to\``);
    const newestFirst = sort[0]?.descending ?? true;
    const { organizationId } = params;
    const { total, count, records, truncated, quotas } = await getOrganizationUsage(ctx, {
      organizationId,
      from,
      to,
      by,
      limit,
      offset,
      newestFirst,
    });
    const keys = records.map((row) => keyOf(row, by));
    return {
      data: {
        from: presentDay(from),
        to: presentDay(to),
        quotas: quotas.map(({ resetsAt, ...state }) => ({ ...state, resetsAt: resetsAt.toISOString() })),
        total: presentCounts(total),
        pagination: presentPagination({ limit, offset }, count, keys),
        records: records.map(presentRecord),
        truncated,
      },
    };
  },
});

function presentRecord({ day: on, userId, userName, operation, ...used }: UsageRow): z.input<typeof record> {
  return {
    day: on === null ? "" : presentDay(on),
    userId,
    userDisplayName: userName ?? "",
    operation: operation ?? "",
    ...presentCounts(used),
  };
}

function presentCounts({
  questions,
  units,
  inputTokens,
  outputTokens,
  estimatedTokens,
  cost,
  assets,
  bytes,
}: UsageCounts) {
  return {
    questions,
    units,
    inputTokens,
    outputTokens,
    estimatedTokens,
    cost: inCurrency(cost),
    assets,
    bytes,
  };
}

/** The key of a usage record, such as 2026-11-22,user_…,postMessage. */
function keyOf({ day: on, userId, operation }: UsageRow, by: readonly UsageGroup[]): string {
  const parts = { day: on === null ? "" : presentDay(on), user: userId ?? "", operation: operation ?? "" };
  return by.map((each) => parts[each]).join(",");
}

function presentDay(number: number): string {
  return beginOf(number).toISOString().slice(0, 10);
}

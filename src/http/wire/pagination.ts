import * as z from "zod";
import {
  DEFAULT_PAGE_LIMIT,
  MAX_PAGE_LIMIT,
  type Page,
  parseSort,
  pageInfoOf,
  type SortTerm,
} from "../../domain/page.ts";

/** Schema of a whole number in a query, in decimal digits, up to the largest safe integer. */
export function queryInteger(minimum: number, description?: string) {
  return z
    .string()
    .refine(
      (value) => /^\d+$/.test(value) && Number(value) >= minimum,
      `must be a whole number from ${minimum}`,
    )
    .refine((value) => Number(value) <= Number.MAX_SAFE_INTEGER, `must be at most ${Number.MAX_SAFE_INTEGER}`)
    .meta({
      type: "integer",
      minimum,
      maximum: Number.MAX_SAFE_INTEGER,
      ...(description === undefined ? {} : { description }),
    })
    .transform(Number);
}

/** `limit` of a list: 50 by default. Values above 200 are treated as 200. */
const limit = z
  .string()
  .refine((value) => /^\d+$/.test(value), "must be a whole number from 0")
  .meta({
    type: "integer",
    minimum: 0,
    description: `Default ${DEFAULT_PAGE_LIMIT}, at most ${MAX_PAGE_LIMIT}; 0: counts only.`,
  })
  .transform((value) => Math.min(Number(value), MAX_PAGE_LIMIT))
  .prefault(String(DEFAULT_PAGE_LIMIT));

/** `sort`: fields separated by commas, or several parameters. `-` means descending. */
export function sortParam<const F extends string>(fields: readonly F[]) {
  return z
    .union([z.string(), z.array(z.string())])
    .meta({ description: `Fields: ${fields.join(", ")}; comma-separated or repeated, \`-\` descending.` })
    .transform((value, ctx) => sortTerms([value].flat(), fields, ctx));
}

function sortTerms<F extends string>(
  lists: readonly string[],
  fields: readonly F[],
  ctx: z.core.$RefinementCtx,
): SortTerm<F>[] {
  const terms = parseSort(lists, fields);
  if (terms !== null) return terms;
  ctx.issues.push({
    code: "custom",
    message: `must be of ${fields.join(", ")}, with - for descending`,
    input: lists,
  });
  return z.NEVER;
}

/** The query of a list: `limit`, `offset`, `sort`. */
export function listingQuery<const F extends string>(fields: readonly F[]) {
  return { limit, offset: queryInteger(0).prefault("0"), sort: sortParam(fields).prefault("") };
}

/** The paging of a list whose request has a body. */
export function listingBody<const F extends string>(fields: readonly F[]) {
  const paging = z.object({
    Limit: z
      .int()
      .min(0)
      .default(DEFAULT_PAGE_LIMIT)
      .transform((value) => Math.min(value, MAX_PAGE_LIMIT))
      .meta({ type: "integer", minimum: 0, description: `At most ${MAX_PAGE_LIMIT}; 0: counts only.` }),
    Offset: z.int().min(0).default(0),
    Sort: z
      .array(z.string())
      .max(fields.length)
      .meta({ description: `Fields: ${fields.join(", ")}; \`-\` descending.` })
      .default([])
      .transform((lists, ctx) => sortTerms(lists, fields, ctx)),
  });
  return paging
    .prefault({})
    .transform(({ Limit: limit, Offset: offset, Sort: sort }) => ({ limit, offset, sort }));
}

/** `data.pagination` of every list. */
export const pagination = z.object({
  count: z.int().min(0),
  currentPage: z.int().min(0),
  limit: z.int().min(0),
  offset: z.int().min(0),
  totalPages: z.int().min(0),
  firstRecordOnPage: z.string(),
  lastRecordOnPage: z.string(),
  hasNextPage: z.boolean(),
  hasPreviousPage: z.boolean(),
});

/**
 * @param count number of all matching records
 * @param ids ids of the page's records, in order
 */
export function presentPagination(
  page: Page,
  count: number,
  ids: readonly string[],
): z.input<typeof pagination> {
  return { ...pageInfoOf(page, count), firstRecordOnPage: ids[0] ?? "", lastRecordOnPage: ids.at(-1) ?? "" };
}

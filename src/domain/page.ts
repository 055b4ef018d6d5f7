export const DEFAULT_PAGE_LIMIT = 50;
export const MAX_PAGE_LIMIT = 200;

/**
 * A requested page of a list: at most `limit` items after the first `offset` items. A limit of 0 requests the
 * counts only.
 */
export interface Page {
  readonly limit: number;
  readonly offset: number;
}

/** A field by which a list is sorted, with the direction. */
export interface SortTerm<F extends string = string> {
  readonly field: F;
  readonly descending: boolean;
}

/** Position of a page among `count` items. Page numbers begin with 1. */
export interface PageInfo extends Page {
  readonly count: number;
  readonly currentPage: number;
  readonly totalPages: number;
  readonly hasNextPage: boolean;
  readonly hasPreviousPage: boolean;
}

/** Returns the position of a page and its neighbors. A page with limit 0 has no neighbors. */
export function pageInfoOf({ limit, offset }: Page, count: number): PageInfo {
  const isCountOnly = limit === 0;
  return {
    count,
    limit,
    offset,
    currentPage: isCountOnly ? 1 : Math.floor(offset / limit) + 1,
    totalPages: isCountOnly ? 0 : Math.ceil(count / limit),
    hasNextPage: !isCountOnly && offset + limit < count,
    hasPreviousPage: !isCountOnly && offset > 0 && count > 0,
  };
}

/**
 * Parses sort lists such as `["-modifiedAt,displayName"]`. `-` means descending. If a field occurs several
 * times, only the first occurrence counts.
 * @returns null if a field is unknown, an empty list for empty input
 */
export function parseSort<F extends string>(
  lists: readonly string[],
  fields: readonly F[],
): SortTerm<F>[] | null {
  const terms = new Map<F, SortTerm<F>>();
  const names = lists.filter((list) => list !== "").flatMap((list) => list.split(","));
  for (const name of names) {
    const descending = name.startsWith("-");
    const field = fields.find((known) => known === (descending ? name.slice(1) : name));
    if (field === undefined) return null;
    if (!terms.has(field)) terms.set(field, { field, descending });
  }
  return [...terms.values()];
}

export const DEFAULT_PAGE_LIMIT = 50;
export const MAX_PAGE_LIMIT = 200;

/** The page that a caller requests: at most `limit` items (0: counts only) after the first `offset`. */
export interface Page {
  readonly limit: number;
  readonly offset: number;
}

/** A sort field of a list. */
export interface SortTerm<F extends string = string> {
  readonly field: F;
  readonly descending: boolean;
}

/** The position of a page among `count` items. Pages count from 1. */
export interface PageInfo extends Page {
  readonly count: number;
  readonly currentPage: number;
  readonly totalPages: number;
  readonly hasNextPage: boolean;
  readonly hasPreviousPage: boolean;
}

/** A page with limit 0 has no neighbors. */
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
 * Parses sort lists such as `["-modifiedAt,displayName"]`. `-` means descending, and only the first mention
 * of a field counts.
 * @returns null for an unknown field, no terms for empty lists
 */
export function parseSort<F extends string>(lists: readonly string[], fields: readonly F[]): SortTerm<F>[] | null {
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

/** A page of any listing of the service. */
export interface ListingPage {
  readonly pagination: { readonly hasNextPage: boolean };
}

export interface PageQuery {
  readonly limit: number;
  readonly offset: number;
}

/** The largest page of the service. */
const PAGE_SIZE = 200;

/**
 * Yields the pages of a listing until the last one. A record that moves to an earlier page meanwhile may be
 * missing, and one that moves to a later page may repeat.
 * @param read requests one page, such as `client.request` with this query
 * @param limit records of a page, 1 to 200
 * @throws the errors of `read`
 */
export async function* eachPage<P extends ListingPage>(
  read: (query: PageQuery) => Promise<P>,
  limit: number = PAGE_SIZE,
): AsyncGenerator<P, void> {
  for (let offset = 0; ; offset += limit) {
    const page = await read({ limit, offset });
    yield page;
    if (!page.pagination.hasNextPage) return;
  }
}

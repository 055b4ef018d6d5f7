import { expect, test } from "vitest";
import { eachPage, type PageQuery } from "../../client/src/index.ts";

/** A listing of `total` numbers. */
function listing(total: number) {
  const queries: PageQuery[] = [];
  const read = async (query: PageQuery) => {
    queries.push(query);
    const { limit, offset } = query;
    const records = Array.from(
      { length: Math.max(0, Math.min(limit, total - offset)) },
      (_, at) => offset + at,
    );
    return { pagination: { hasNextPage: offset + limit < total }, records };
  };
  return { read, queries };
}

test.each([
  [0, [0]],
  [200, [0]],
  [201, [0, 200]],
  [450, [0, 200, 400]],
])("the pages of %i records start at %j and have every record once", async (total, offsets) => {
  const { read, queries } = listing(total);
  const seen: number[] = [];
  for await (const { records } of eachPage(read)) seen.push(...records);
  expect(seen).toEqual(Array.from({ length: total }, (_, at) => at));
  expect(queries).toEqual(offsets.map((offset) => ({ limit: 200, offset })));
});

test("the iteration requests no page before its reader asks for it, and stops with the reader", async () => {
  const { read, queries } = listing(100);
  for await (const page of eachPage(read, 10)) {
    expect(queries).toHaveLength(page.records[0]! / 10 + 1);
    if (queries.length === 3) break;
  }
  expect(queries.map(({ offset }) => offset)).toEqual([0, 10, 20]);
});

test("an error of a page ends the iteration", async () => {
  const failing = eachPage(() => Promise.reject(new Error("The service is away.")));
  await expect(failing.next()).rejects.toThrow("The service is away.");
});

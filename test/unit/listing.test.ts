import { expect, test } from "vitest";
import { pageInfoOf } from "../../src/domain/page.ts";

test("a page has a next page only if more records follow", () => {
  expect(pageInfoOf({ limit: 2, offset: 2 }, 4)).toMatchObject({
    currentPage: 2,
    totalPages: 2,
    hasNextPage: false,
    hasPreviousPage: true,
  });
  expect(pageInfoOf({ limit: 2, offset: 2 }, 5)).toMatchObject({
    currentPage: 2,
    totalPages: 3,
    hasNextPage: true,
    hasPreviousPage: true,
  });
  expect(pageInfoOf({ limit: 2, offset: 0 }, 2)).toMatchObject({
    hasNextPage: false,
    hasPreviousPage: false,
  });
});

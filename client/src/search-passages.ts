import type { SearchOptions } from "./client-options.ts";
import type { AnswerOf, Caller } from "./operation-types.ts";

/** Passages with `hasMore`, and with `truncated` if the search skipped readable documents. */
export type PassagePage = AnswerOf<"POST", "/v1/search">["data"];

export async function searchPassages(
  caller: Caller,
  query: string,
  { signal, modifiedFrom, modifiedTo, ...options }: SearchOptions,
): Promise<PassagePage> {
  const { collectionIds = [], assetIds = [], contentTypes = [], limit = 20, offset = 0, groupBy } = options;
  const body = {
    query,
    limit,
    offset,
    collectionIds: [...collectionIds],
    assetIds: [...assetIds],
    contentTypes: [...contentTypes],
    modifiedFrom: modifiedFrom?.toISOString() ?? null,
    modifiedTo: modifiedTo?.toISOString() ?? null,
    ...(groupBy === undefined ? {} : { groupBy }),
  };
  return (await caller.request("POST", "/v1/search", { body, signal })).data;
}

import * as z from "zod";
import { idFromBytes } from "../../../src/domain/ids.ts";
import { call, type Member, signIn } from "../lib/service.ts";
import type { Seed, Size } from "./fill.ts";
import { wordOf } from "./fill-index.ts";

export interface Cost {
  readonly ms: number;
  /** Queries to D1. */
  readonly trips: number;
  readonly rows: number;
  /** Number of listed items; null if the response is no list. */
  readonly answered: number | null;
}

export type Query = () => Promise<Cost>;

const listed = z.object({ result: z.object({ entities: z.array(z.unknown()) }) });
const entitiesOf = ({ result }: z.infer<typeof listed>): number => result.entities.length;
const recent = z.array(z.unknown());
const passages = z.object({ passages: z.array(z.unknown()) });
const records = z.object({ records: z.array(z.unknown()) });
const collection = z.object({ id: z.array(z.int()) });
const thread = z.object({ threadId: z.array(z.int()) });
/** Words of middle frequency. */
const QUERY = [300, 800, 1_500, 4_000].map(wordOf).join(" ");
const SORTS = ["modifiedAt", "createdAt", "displayName", "filesize", "contentType"].flatMap((field) => [
  `-${field}`,
  field,
]);

const BY_TYPE = ["displayName", "-displayName", "-modifiedAt", "createdAt", "filesize"].map(
  (field) => `contentType,${field}`,
);
const THREADS = [
  ["recent threads", ""],
  ["recent threads by label", "sort=label"],
  ["recent threads by change", "sort=-modifiedAt"],
  ["recent threads, the middle", "offset=500"],
] as const;

/** Measures all requests, by their names in the table. */
export async function measureQueries(
  origin: string,
  stateFolder: string,
  seed: Seed,
  size: Size,
): Promise<Record<string, Query>> {
  const ada = await signIn(origin, stateFolder, "ada");
  const { folderId, pileId, assetId } = seed;
  const rootId = idFromBytes("col", ada.context.CollectionTree[0]?.collection.id ?? []);
  const get = <T>(path: string, data: z.ZodType<T>, count?: (data: T) => number): Query =>
    ask(origin, ada, "GET", path, undefined, data, count);
  const list = (path: string): Query => get(`/v1/collection/${path}`, listed, entitiesOf);
  const search = (scope: object): Query =>
    ask(
      origin,
      ada,
      "POST",
      "/v1/search",
      { query: QUERY, ...scope },
      passages,
      (data) => data.passages.length,
    );
  const emptyId = await createEmpty(origin, ada, folderId);
  return {
    "sign-in": timed(async () => await signInCost(origin, stateFolder)),
    "collection tree": get("/v1/users/self/collection-tree", z.unknown()),
    "a collection": get(`/v1/collections/${folderId}`, z.unknown()),
    "an asset": get(`/v1/assets/${assetId}`, z.unknown()),
    "search in everything": search({}),
    "search below a collection": search({ collectionIds: [folderId] }),
    "search in a collection": search({ collectionIds: [emptyId] }),
    "question to everything": await questionQuery(origin, ada, rootId),
    "question to a collection": await questionQuery(origin, ada, folderId),
    ...listQueries(list, { pileId, rootId, emptyId }, size),
    "recent assets": get("/v1/navigate/recent/assets?page=1&sort=", recent, (data) => data.length),
    "recent assets by name": get(
      "/v1/navigate/recent/assets?page=1&sort=displayName",
      recent,
      (data) => data.length,
    ),
    ...Object.fromEntries(
      THREADS.map(([name, query]) => [name, get(`/v1/navigate/recent/threads?${query}`, listed, entitiesOf)]),
    ),
    "who has access": get(
      `/v1/collection-access/${folderId}?limit=50`,
      records,
      (data) => data.records.length,
    ),
  };
}

async function createEmpty(origin: string, ada: Member, folderId: string): Promise<string> {
  const path = `/v1/collection/${folderId}`;
  const made = await call(origin, ada.authorization, "POST", path, { label: "Empty" }, collection);
  return idFromBytes("col", made.data.id);
}

/** Creates a thread in the collection. */
async function questionQuery(origin: string, ada: Member, collectionId: string): Promise<Query> {
  const organizationContext = ada.context;
  const body = { assetIds: [], collectionId, collectionIds: [], label: "A question", organizationContext };
  const made = await call(origin, ada.authorization, "POST", "/v1/threads", body, thread);
  const threadId = idFromBytes("thread", made.data.threadId);
  const path = `/v1/threads/${threadId}/messages?messagesLimit=2`;
  return ask(
    origin,
    ada,
    "POST",
    path,
    { messageContent: QUERY, messageKind: "promptV2", recipients: [], threadId },
    z.unknown(),
  );
}

/** The requests for pages of a collection's list, with and without its subcollections. */
function listQueries(
  list: (path: string) => Query,
  { pileId, rootId, emptyId }: { readonly pileId: string; readonly rootId: string; readonly emptyId: string },
  size: Size,
): Record<string, Query> {
  return {
    "list, counts only": list(`${pileId}/assets?limit=0`),
    ...Object.fromEntries(SORTS.map((sort) => [`list by ${sort}`, list(`${pileId}/assets?sort=${sort}`)])),
    "list by contentType,-modifiedAt": list(`${pileId}/assets?sort=contentType,-modifiedAt`),
    "list the middle": list(`${pileId}/assets?offset=${Math.floor(size.assets / 6)}`),
    "list all below": list(`${rootId}/assets?includeDescendants=true`),
    "list all below by name": list(`${rootId}/assets?includeDescendants=true&sort=displayName`),
    "list all below by two fields": list(
      `${rootId}/assets?includeDescendants=true&sort=-modifiedAt,displayName`,
    ),
    ...Object.fromEntries(
      BY_TYPE.map((sort) => [
        `list all below by ${sort}`,
        list(`${rootId}/assets?includeDescendants=true&sort=${sort}`),
      ]),
    ),
    "list the middle of all below": list(
      `${rootId}/assets?includeDescendants=true&offset=${Math.floor(size.assets / 2)}`,
    ),
    "list all below, few": list(`${emptyId}/assets?includeDescendants=true`),
  };
}

function ask<T>(
  origin: string,
  member: Member,
  method: string,
  path: string,
  body: unknown,
  data: z.ZodType<T>,
  count?: (data: T) => number,
): Query {
  return timed(async () => {
    const answer = await call(origin, member.authorization, method, path, body, data);
    return { headers: answer.headers, answered: count?.(answer.data) ?? null };
  });
}

function timed(send: () => Promise<{ readonly headers: Headers; readonly answered: number | null }>): Query {
  return async () => {
    const startedAt = performance.now();
    const { headers, answered } = await send();
    const ms = performance.now() - startedAt;
    const [, trips, rows] = /"(\d+) trips, (\d+) rows read"/.exec(headers.get("server-timing") ?? "") ?? [];
    return { ms, trips: Number(trips), rows: Number(rows), answered };
  };
}

async function signInCost(
  origin: string,
  stateFolder: string,
): Promise<{ headers: Headers; answered: null }> {
  const { headers } = await signIn(origin, stateFolder, "ada");
  return { headers, answered: null };
}

import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { newId } from "../../../src/domain/ids.ts";
import { selectCollectionAssets } from "../../../src/storage/d1/assets/asset-listing.ts";
import { createDatabase, type Statement } from "../../../src/storage/d1/core/database.ts";
import {
  areHeldElsewhere,
  areLinked,
  deleteLinks,
  findLinkTargets,
  insertLinks,
  mayShareAll,
  touchLinked,
} from "../../../src/storage/d1/collections/links.ts";
import {
  findLeavesOwners,
  selectSubtree,
  measureHeight,
  moveAsserts,
  moveSubtree,
} from "../../../src/storage/d1/collections/move.ts";
import {
  findFirstRecent,
  findNamedAssets,
  findRecentCandidates,
  NEWEST_FIRST,
} from "../../../src/storage/d1/assets/recent-assets.ts";
import {
  deleteStaleRows,
  dropSubtreeClosure,
  findPendingClosure,
  insertSlice,
  moveSubtreeClosure,
} from "../../../src/storage/d1/collections/subtree-closure.ts";
import { testEnv } from "../../support/setup/env.ts";
import { queryPlanOf } from "../../support/assertions/query-plan.ts";

const db = createDatabase(testEnv.DB);
const [userId, collectionId, parentId, at] = [newId("user"), newId("col"), newId("col"), new Date(0)];
const me = sql`${userId}`;
const page = { limit: 50, offset: 0 };
const byName = [{ field: "displayName", descending: true }] as const;
const asserts = (...holds: ReturnType<typeof areLinked>[]): Statement[] =>
  holds.map((each) => db.build.all(sql`SELECT ${each}`));

const links = (kind: "asset" | "thread"): Statement[] => [
  findLinkTargets(db, me, kind, [newId(kind)], collectionId),
  ...asserts(
    mayShareAll(me, kind, [newId(kind)]),
    areLinked(kind, collectionId, [newId(kind)], 1),
    areHeldElsewhere(kind, [newId(kind)], collectionId),
  ),
  insertLinks(
    db,
    kind,
    collectionId,
    [{ joinId: newId("assetcol"), id: newId(kind), flags: "[]" }],
    userId,
    at,
  ),
  touchLinked(db, kind, [newId(kind)], userId, at),
  deleteLinks(db, kind, collectionId, [newId(kind)]),
];

const place = {
  id: collectionId,
  parentId,
  organizationId: newId("org"),
  path: `${parentId}/${collectionId}/`,
  subtreeCount: 1,
  subtreeListedTo: null,
};
const openList = { id: collectionId, listedTo: "", hasOld: 1, sliceEnd: newId("asset") };
const changeLists = (subtreeCount: number): Statement[] =>
  [
    moveSubtreeClosure(db, { ...place, subtreeCount }, { id: newId("col"), path: `${newId("col")}/` }),
    dropSubtreeClosure(db, [{ ...place, subtreeCount }]),
  ].flatMap(({ asserts: holds, before, after }) => [
    ...asserts(...holds.map((each) => each.holds)),
    ...before,
    ...after,
  ]);

const statements: Record<string, Statement[]> = {
  "lists of subtrees that follow a move or an end": changeLists(1),
  "lists of subtrees that are given up and completed": [
    ...changeLists(1_000_000),
    findPendingClosure(db, place.organizationId, 100),
    ...deleteStaleRows(db, openList, 100),
    ...insertSlice(db, place.organizationId, openList),
  ],
  "a move": [
    measureHeight(db, collectionId),
    findLeavesOwners(db, me, { id: collectionId, parentId }),
    ...asserts(...moveAsserts({ id: collectionId, parentId }, { parentId: null }).map(({ holds }) => holds)),
    moveSubtree(db, { id: collectionId, parentId }, userId, at),
    selectSubtree(db, collectionId),
  ],
  "a listing": Object.values(
    selectCollectionAssets(db, me, { collectionId, includeDescendants: false, sort: byName, ...page }),
  ),
  "a listing from its middle on": [byName, [{ field: "filesize", descending: false }] as const].flatMap(
    (sort) =>
      Object.values(
        selectCollectionAssets(db, me, {
          collectionId,
          includeDescendants: false,
          sort,
          limit: 50,
          offset: 5_000,
        }),
      ),
  ),
  "a listing of a subtree": Object.values(
    selectCollectionAssets(db, me, { collectionId, includeDescendants: true, sort: byName, ...page }),
  ),
  "recent assets": [
    ...Object.values(findFirstRecent(db, me, NEWEST_FIRST, 50)),
    ...Object.values(findNamedAssets(db, me, [newId("asset")])),
  ],
  "recent assets by name": Object.values(findRecentCandidates(db, me, 1_000, byName)),
  "recent assets by several fields": Object.values(
    findRecentCandidates(db, me, 1_000, [...byName, ...NEWEST_FIRST]),
  ),
  "links of assets": links("asset"),
  "links of threads": links("thread"),
};

/**
 * Permitted scans: bound lists, the ids along a path, the row with a subtree's target, the page, and the ids
 * on the page's paths.
 */
const ALLOWED =
  /^SCAN (\w+ VIRTUAL TABLE|named|newest|place|shown|first|holds|holder|entry|walk|wanted|spot|some|asked|paged|changed|way|CONSTANT ROW|\d+ CONSTANT ROWS?|\(subquery-\d+\))/;

test.each(Object.entries(statements))("%s finds every row through an index", async (_, all) => {
  for (const statement of all) {
    const plan = await queryPlanOf(statement);
    const allGrants = plan.filter((step) =>
      /^SEARCH (?!few ).* grants_user_collection_action \(user_id=\?\)/.test(step),
    );
    const scans = plan.filter((step) => step.startsWith("SCAN") && !ALLOWED.test(step));
    expect([...scans, ...allGrants]).toEqual([]);
  }
});

test("a subtree is one range of the path index, also for a move", async () => {
  const range = expect.stringMatching(
    /^SEARCH collections USING INDEX collections_path \(path>\? AND path<\?\)/,
  );
  expect(await queryPlanOf(moveSubtree(db, { id: collectionId, parentId }, userId, at))).toContainEqual(
    range,
  );
  expect(await queryPlanOf(selectSubtree(db, collectionId))).toContainEqual(range);
});

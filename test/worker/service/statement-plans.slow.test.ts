import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { rawRoutes } from "../../../src/http/operations.ts";
import { coveredOperations, requestOf, send, tokenOf } from "../../support/contract/send.ts";
import { createWorld } from "../../support/contract/world.ts";
import { planOfText, recordStatements, scansOf, type SentStatement } from "../../support/assertions/scans.ts";
import { RAW_ROUTE_REQUESTS } from "../../support/http/raw-route-requests.ts";
import { EXTRA_REQUESTS } from "../../support/http/extra-requests.ts";

/** Every table that grows with use. */
const GROWING: ReadonlySet<string> = new Set(
  `users identities user_emails user_snapshots organizations projects memberships collections grants assets asset_names asset_collections asset_ranks subtree_assets asset_texts
  recent_assets asset_watchers threads thread_numbers thread_places recent_threads recent_thread_counts thread_scope thread_collections messages answer_scope answer_feedback citations audit_events usage_days usage_totals outbox idempotency_keys invitations
  invitation_grants thread_links presence deletions deletion_items diagnostics crawls imports crawl_pages crawl_hosts`.split(
    /\s+/,
  ),
);

/** Matches a search by organization, user right, or asset state. Many rows share such a value. */
const COARSE_SEARCH =
  / (?:\w+_organization|grants_user_collection_action|grants_user|assets_unfinished) \((?:organization_id|user_id|lifecycle_state)=\?\)/;

/** A permitted search by a value that many rows share, in statements that contain this text. */
interface Coarse {
  readonly by: "organization_id" | "user_id" | "lifecycle_state";
  readonly sql: string;
  readonly why: string;
}

const COARSE: readonly Coarse[] = [
  {
    by: "user_id",
    sql: "FROM grants own_grant",
    why: "the tree begins with the oldest of the user's rights, at most 1,500",
  },
  { by: "user_id", sql: "FROM grants og", why: "takes the first organization of the index, one entry" },
  {
    by: "user_id",
    sql: "FROM grants compared",
    why: "whether two people share something is seen from 100 rights of each",
  },
  {
    by: "user_id",
    sql: "FROM grants few",
    why: "a list decides on what it shows by the user's rights, where these are few: at most 101",
  },
  {
    by: "user_id",
    sql: "FROM grants sg",
    why: "people to share with are members of the collections of the user's oldest rights, at most 100",
  },
  {
    by: "user_id",
    sql: "DELETE FROM grants WHERE id IN (SELECT weak.id",
    why: "a merge takes every right of the old user",
  },
  { by: "user_id", sql: "UPDATE grants SET user_id", why: "a merge takes every right of the old user" },
  { by: "user_id", sql: "INSERT INTO merge_changes", why: "a merge lists every right of the old user" },
  {
    by: "lifecycle_state",
    sql: `"assets"."worker_strategy" = 'external'`,
    why: "a service asks for what waits, the longest waiting first",
  },
  {
    by: "lifecycle_state",
    sql: "SELECT 1 FROM assets WHERE lifecycle_state = ? LIMIT",
    why: "counts up to 10,000",
  },
  {
    by: "lifecycle_state",
    sql: "SELECT modified_at AS at FROM assets",
    why: "takes the first of the index, one entry",
  },
  {
    by: "organization_id",
    sql: "FROM thread_numbers known",
    why: "takes the first and the last number of the index, one entry each",
  },
  {
    by: "organization_id",
    sql: "INDEXED BY collections_organization",
    why: "the service's own collections are the oldest: found first",
  },
];

let sent: ReadonlyMap<string, SentStatement>;
const failed: string[] = [];

beforeAll(async () => {
  for (const method of ["log", "error"] as const)
    vi.spyOn(console, method).mockImplementation(() => undefined);
  sent = recordStatements();
  const world = await createWorld();
  for (const operation of coveredOperations) {
    const { status } = await send(operation, await requestOf(operation, world), tokenOf(operation, world));
    if (status !== 200) failed.push(operation.id);
  }
  for (const [name, request] of Object.entries({ ...RAW_ROUTE_REQUESTS, ...EXTRA_REQUESTS })) {
    await request(world).catch((error: unknown) => failed.push(`${name}: ${String(error)}`));
  }
}, 60_000);

afterAll(() => {
  vi.restoreAllMocks();
});

test("all recorded requests succeed, raw routes included", () => {
  expect(failed).toEqual([]);
  expect(Object.keys(RAW_ROUTE_REQUESTS).toSorted()).toEqual(rawRoutes.map(({ id }) => id).toSorted());
});

test("the requests read or write every growing table", () => {
  const texts = [...sent.values()].map(({ sql }) => sql).join("\n");
  expect([...GROWING].filter((table) => !new RegExp(`\\b${table}\\b`).test(texts))).toEqual([]);
  expect(sent.size).toBeGreaterThan(200);
});

test("no statement scans a growing table: pages use the key, lists an index", async () => {
  const wrong: unknown[] = [];
  for (const statement of sent.values()) {
    for (const scan of await scansOf(statement, GROWING)) wrong.push({ ...scan, sql: statement.sql });
  }
  expect(wrong).toEqual([]);
});

test("only the listed statements search by a value that many rows share, and each of them occurs", async () => {
  const used = new Set<Coarse>();
  const wrong: unknown[] = [];
  for (const statement of sent.values()) {
    for (const step of (await planOfText(statement)).filter((each) => COARSE_SEARCH.test(each))) {
      const allowed = COARSE.find(({ by, sql }) => step.includes(`(${by}=?)`) && statement.sql.includes(sql));
      if (allowed === undefined) wrong.push({ step, sql: statement.sql });
      else used.add(allowed);
    }
  }
  expect(wrong).toEqual([]);
  expect(COARSE.filter((each) => !used.has(each))).toEqual([]);
});

describe("detects a scan", () => {
  test.each([
    ["of a table", "SELECT id FROM users WHERE display_name = ?", "users"],
    ["behind an alias", "SELECT u.id FROM grants g JOIN users AS u ON u.display_name = g.id", "users"],
    ["of an index alone", "SELECT count(*) FROM threads", "threads"],
    ["in the order of the key", "SELECT id FROM messages ORDER BY id LIMIT 5", "messages"],
    [
      "in a subquery",
      "SELECT 1 FROM cursors c WHERE EXISTS (SELECT 1 FROM outbox late WHERE late.kind = c.name)",
      "outbox",
    ],
    ["of a comma's right side", "SELECT 1 FROM cursors c, presence p WHERE p.since = 1", "presence"],
    ["of what is changed", `UPDATE "assets" SET shard = 1 WHERE shard = 2`, "assets"],
    [
      "that makes an index for itself",
      "SELECT 1 FROM cursors c JOIN (SELECT * FROM audit_events) e ON e.operation = c.name",
      "audit_events",
    ],
  ])("%s", async (_, sql, table) => {
    const params = sql.includes("?") ? ["x"] : [];
    expect((await scansOf({ sql, params }, GROWING)).map((scan) => scan.table)).toContain(table);
  });

  test("a look-up, a range and a bound list are no scan", async () => {
    const searches = [
      "SELECT 1 FROM json_each('[1]') named CROSS JOIN users u ON u.id = named.value",
      "SELECT id FROM collections WHERE path >= 'a' AND path < 'b'",
      "WITH found(id) AS (SELECT id FROM users WHERE id > 'x') SELECT * FROM found",
    ];
    for (const sql of searches) expect(await scansOf({ sql, params: [] }, GROWING)).toEqual([]);
  });
});

import fc from "fast-check";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { ASSET_SORT_FIELDS, type AssetSortField } from "../../../src/domain/asset-sort.ts";
import { insertAssets, insertLink } from "../../support/rows/insert-assets.ts";
import { testEnv } from "../../support/setup/env.ts";
import { call } from "../../support/http/call.ts";
import { type Person, signUp } from "../../support/http/person.ts";
import { scaled } from "../../support/setup/scaled.ts";
import { createCollection } from "../../support/http/create-collection.ts";
import { runSql } from "../../support/rows/run-sql.ts";

const COLUMN: Record<AssetSortField, string> = {
  displayName: "display_name",
  createdAt: "asset_created_at",
  modifiedAt: "asset_modified_at",
  filesize: "file_size",
  contentType: "content_type",
};
const ORDERING: Record<AssetSortField, string> = {
  displayName: "name",
  createdAt: "creation",
  modifiedAt: "change",
  filesize: "size",
  contentType: "type",
};

async function list({ token }: Person, collectionId: string, query: string) {
  const { body, headers } = await call("GET", `/v1/collection/${collectionId}/assets?${query}`, { token });
  const rows = Number(/(\d+) rows read/.exec(headers.get("server-timing") ?? "")?.[1]);
  return {
    rows,
    ids: body.data.result.entities.map(({ data }: any) => data.id as string),
    count: body.data.pagination.count as number,
  };
}

/** All ids of a collection in an order, by a plain sort. */
async function sorted(collectionId: string, field: AssetSortField, descending: boolean): Promise<string[]> {
  const way = descending ? "DESC" : "ASC";
  const { results } = await testEnv.DB.prepare(
    `SELECT asset_id AS id FROM asset_collections WHERE collection_id = ? AND listed = 1 ORDER BY ${COLUMN[field]} ${way}, asset_id ${way}`,
  )
    .bind(collectionId)
    .all<{ id: string }>();
  return results.map(({ id }) => id);
}

/** The differences between a collection's ranks and its links. */
async function wrongRanks(collectionId: string): Promise<unknown[]> {
  const wrong: unknown[] = [];
  for (const field of ASSET_SORT_FIELDS) {
    const right = `SELECT levels.level, ranked.key, ranked.asset_id, ranked.place - lag(ranked.place, 1, 0) OVER (PARTITION BY levels.level ORDER BY ranked.place) AS span
      FROM (SELECT ${COLUMN[field]} AS key, asset_id, row_number() OVER (ORDER BY ${COLUMN[field]}, asset_id) AS place
        FROM asset_collections WHERE collection_id = ?1 AND listed = 1) ranked
      JOIN (SELECT column1 AS level, column2 AS ends FROM (VALUES (1, '*[08gr]'), (2, '*[08gr][08gr]'), (3, '*[08gr][08gr][08gr]'),
        (4, '*[08gr][08gr][08gr][08gr]'), (5, '*[08gr][08gr][08gr][08gr][08gr]'))) levels
        ON ranked.asset_id GLOB levels.ends`;
    const kept =
      "SELECT level, key, asset_id, span FROM asset_ranks WHERE collection_id = ?1 AND ordering = ?2";
    const { results } = await testEnv.DB.prepare(
      `SELECT * FROM (SELECT * FROM (${right}) EXCEPT ${kept}) UNION ALL SELECT * FROM (${kept} EXCEPT SELECT * FROM (${right}))`,
    )
      .bind(collectionId, ORDERING[field])
      .all();
    wrong.push(...results.map((row) => ({ field, ...row })));
  }
  return wrong;
}

const MANY = scaled({ whole: 20_000, share: 5_000 });

describe(`a page in the middle of ${MANY}`, () => {
  let ada: Person;

  beforeAll(async () => {
    vi.spyOn(console, "log").mockImplementation(() => undefined);
    ada = await signUp();
    await insertAssets(ada, ada.personalId, MANY, (at) => ({
      name: `${(at * 7_919) % 100_000}`,
      size: (at * 31) % 977,
    }));
  }, 60_000);

  test.each(ASSET_SORT_FIELDS.flatMap((field) => [false, true].map((descending) => ({ field, descending }))))(
    "a page by $field, descending: $descending, costs its size and equals a plain sort",
    async ({ field, descending }) => {
      const expected = await sorted(ada.personalId, field, descending);
      const costs: number[] = [];
      for (const offset of [
        51,
        777,
        Math.floor(MANY / 3),
        MANY / 2 + 1,
        MANY - 60,
        MANY - 1,
        MANY,
        1.5 * MANY,
      ]) {
        const { ids, count, rows } = await list(
          ada,
          ada.personalId,
          `sort=${descending ? "-" : ""}${field}&offset=${offset}&limit=50`,
        );
        expect([count, ids]).toEqual([MANY, expected.slice(offset, offset + 50)]);
        costs.push(rows);
      }
      // Distances between the entries of a level are random. On average there are five levels. A walk takes 8
      // steps per level and reads some 3 rows per step.
      expect(costs.toSorted((a, b) => a - b).at(costs.length / 2)).toBeLessThanOrEqual(6 * 50 + 60 + 140);
      expect(Math.max(...costs)).toBeLessThanOrEqual(1_000);
    },
  );
});

/** Id suffixes that put an asset on level 0, 1, 2, 3, 4 or 5. */
const ENDS = ["zzzzz", "zzzz0", "zzz8g", "zzr00", "z0gr8", "08gr0"];

const step = fc.record({
  what: fc.constantFrom("add", "add", "add", "change", "delete", "restore", "unlink", "link", "many"),
  at: fc.nat(1_000),
  end: fc.nat(ENDS.length - 1),
  value: fc.nat(6),
});

test(
  "ranks follow creation, changes, deletion, restoring, linking and unlinking",
  { timeout: 60_000 },
  async () => {
    const ada = await signUp();
    const [home, other] = [
      await createCollection(ada, ada.rootId, "Home"),
      await createCollection(ada, ada.rootId, "Other"),
    ];
    const ids: string[] = [];
    const steps = fc.sample(step, 400);
    for (const [done, { what, at, end, value }] of steps.entries()) {
      const assetId = ids[at % Math.max(1, ids.length)] ?? "";
      if (what === "add") {
        const [made = ""] = await insertAssets(ada, home, 1, () => ({ name: `${value}`, size: value }));
        const id = made.slice(0, -5) + (ENDS[end] ?? "");
        await testEnv.DB.batch([
          testEnv.DB.prepare("DELETE FROM asset_collections WHERE asset_id = ?").bind(made),
          testEnv.DB.prepare("UPDATE assets SET id = ? WHERE id = ?").bind(id, made),
        ]);
        await insertLink(id, home);
        ids.push(id);
      } else if (what === "change") {
        await runSql(
          "UPDATE assets SET display_name = ?, file_size = ?, modified_at = ?, content_type = ? WHERE id = ?",
          `${value % 3}`,
          value % 2,
          done,
          value > 3 ? "text/plain" : "a/b",
          assetId,
        );
      } else if (what === "delete")
        await runSql("UPDATE assets SET lifecycle_state = 'deleted' WHERE id = ?", assetId);
      else if (what === "restore")
        await runSql("UPDATE assets SET lifecycle_state = 'ready' WHERE id = ?", assetId);
      else if (what === "unlink")
        await runSql("DELETE FROM asset_collections WHERE asset_id = ? AND collection_id = ?", assetId, home);
      else if (what === "link") await insertLink(assetId, value % 2 === 0 ? home : other);
      else {
        const several = JSON.stringify(ids.filter((_, position) => position % 7 === value));
        await runSql(
          "UPDATE assets SET modified_at = 1, display_name = 'm' WHERE id IN (SELECT value FROM json_each(?))",
          several,
        );
        if (value === 3)
          await runSql(
            "DELETE FROM asset_collections WHERE collection_id = ? AND asset_id IN (SELECT value FROM json_each(?))",
            other,
            several,
          );
      }
      if (done % 20 === 19) expect([...(await wrongRanks(home)), ...(await wrongRanks(other))]).toEqual([]);
    }
    expect((await sorted(home, "createdAt", false)).length).toBeGreaterThan(56);
    for (const field of ASSET_SORT_FIELDS) {
      const expected = await sorted(home, field, true);
      expect((await list(ada, home, `sort=-${field}&offset=55&limit=10`)).ids).toEqual(
        expected.slice(55, 65),
      );
    }
  },
);

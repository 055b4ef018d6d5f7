import { beforeAll, expect, test } from "vitest";
import { ASSET_SORT_FIELDS } from "../../../src/domain/asset-sort.ts";
import { insertAssets, insertLink } from "../../support/rows/insert-assets.ts";
import { testEnv } from "../../support/setup/env.ts";
import { call } from "../../support/http/call.ts";
import { type Person, signUp } from "../../support/http/person.ts";
import { createCollection } from "../../support/http/create-collection.ts";
import { runSql } from "../../support/rows/run-sql.ts";

const [FOLDERS, EACH, NAMES] = [24, 40, 7];
/** Asset types; most assets have the last type. */
const TYPES = ["text/plain", "audio/wav", "text/html", "application/pdf"];
let ada: Person;
let top: string;
let outside: string;
/** The subtree's live assets, each once. */
let inside: Record<string, string | number>[];

beforeAll(async () => {
  ada = await signUp();
  [top, outside] = [
    await createCollection(ada, ada.rootId, "Top"),
    await createCollection(ada, ada.rootId, "Outside"),
  ];
  const folders = [top];
  for (let at = 1; at < FOLDERS; at += 1)
    folders.push(await createCollection(ada, folders[Math.floor(at / 3)] ?? top, `${at}`));
  const held = await Promise.all(
    folders.map(
      async (id, at) =>
        await insertAssets(ada, id, at % 5 === 4 ? 0 : EACH, (n) => ({
          name: `${(n * 31 + at) % NAMES}`,
          size: n % 11,
          type: TYPES[Math.min(n % 9, 3)] ?? "",
        })),
    ),
  );
  const many = held.flatMap((ids) => ids.slice(0, 5));
  for (const [at, assetId] of many.entries())
    for (const step of [1, 2].slice(0, (at % 2) + 1))
      await insertLink(assetId, folders[(at * 7 + step) % FOLDERS] ?? top);
  for (const folder of folders.slice(0, 22)) await insertLink(many[0] ?? "", folder);
  for (const assetId of many.slice(3, 9)) await insertLink(assetId, outside);
  await insertAssets(ada, outside, EACH, () => ({}));
  await runSql(
    "UPDATE assets SET lifecycle_state = 'deleted' WHERE id IN (?, ?)",
    many[1] ?? "",
    many[8] ?? "",
  );
  const all = `SELECT DISTINCT a.id, a.display_name AS displayName, a.created_at AS createdAt, a.modified_at AS modifiedAt, a.file_size AS filesize,
    a.content_type AS contentType FROM assets a JOIN asset_collections ac ON ac.asset_id = a.id
    WHERE ac.collection_id IN (SELECT value FROM json_each(?)) AND a.lifecycle_state <> 'deleted'`;
  inside = (
    await testEnv.DB.prepare(all).bind(JSON.stringify(folders)).all<Record<string, string | number>>()
  ).results;
}, 60_000);

const sorts = ASSET_SORT_FIELDS.flatMap((field) => [field, `-${field}`]);

const BY_TYPE = ["displayName", "createdAt", "modifiedAt", "filesize"].flatMap((field) =>
  ["contentType,", "-contentType,"].flatMap((type) => [`${type}${field}`, `${type}-${field}`]),
);
const SEVERAL = [
  "contentType,-filesize,displayName",
  "-contentType,-displayName,filesize",
  "-filesize,displayName",
];

test.each([...sorts, ...BY_TYPE, ...SEVERAL])(
  "the subtree sorted by %s equals a plain sort",
  async (sort) => {
    const terms = [...sort.split(","), sort.split(",").at(-1)?.startsWith("-") === true ? "-id" : "id"];
    const expected = inside.toSorted((a, b) => {
      for (const term of terms) {
        const [x = "", y = ""] = [a, b].map((each) => each[term.replace("-", "")]);
        if (x !== y) return x < y === term.startsWith("-") ? 1 : -1;
      }
      return 0;
    });
    for (const [offset, limit] of [
      [0, 50],
      [3, 7],
      [130, 20],
      [480, 30],
      [690, 200],
      [5_000, 5],
    ] as const) {
      const { body } = await call("listCollectionAssets", {
        token: ada.token,
        params: { collectionID: top },
        query: { includeDescendants: "true", sort, offset, limit },
      });
      const shown = body.data.result.entities.map(({ data }: any) => data.id);
      expect([body.data.pagination.count, shown]).toEqual([
        inside.length,
        expected.slice(offset, offset + limit).map(({ id }) => id),
      ]);
    }
  },
);

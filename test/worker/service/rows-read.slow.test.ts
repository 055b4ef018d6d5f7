import { beforeAll, expect, test, vi } from "vitest";
import { coveredOperations, requestOf, send, tokenOf } from "../../support/contract/send.ts";
import { createWorld } from "../../support/contract/world.ts";
import { finishProcessingOf } from "../../support/http/assets.ts";
import { addCrowd } from "../../support/rows/crowd.ts";
import { scaled } from "../../support/setup/scaled.ts";

const FEW = 100;
const MANY = scaled({ whole: 50_000, share: 5_000 });

/** Operations whose rows may grow with the organization, with the reason. */
const GROWS: Readonly<Record<string, string>> = {
  syncUser: "answers up to 1,000 nodes of the organization's tree",
  getCollectionTree: "is up to 1,000 nodes of the organization's tree",
  listCollectionAccess: "lists those who inherit access, which here are all users",
  searchUsers: "examines the collections with members of their own, up to 1,000",
  listOrganizationEvents: "counts the organization's events, up to 10,000",
  listChanges: "reads the events of the last ten seconds, up to 400, with the records that they name",
  listFeedback: "counts what users think of the organization's answers, up to 10,000",
  getStatus: "counts what is being processed, up to 1,000",
  listProcessingAssets: "is about every organization",
  healMissingUserSnapshots: "takes a page of 200 users",
  orderHealingOfUserSnapshots: "takes a page of 200 users",
  repairMissingUserData: "takes a page of 200 users",
  listModelKeys: "reads the organization's keys for models, of which it has one a model, and here more",
  listAnswerModels: "reads the organization's keys for models, of which it has one a model, and here more",
  setModelKey: "reads the organization's keys for models, of which it has one a model, and here more",
  deleteModelKey: "reads the organization's keys for models, of which it has one a model, and here more",
  createWebhook: "counts the organization's webhooks, of which it has at most 20, and here more",
  listWebhooks: "lists the organization's webhooks, of which it has at most 20, and here more",
  reindexOrganization: "takes a page of 50 assets of the organization",
};

/**
 * Operations that update the ranks of an asset or link in five orders. They read rows on as many levels as
 * the list has, and on more levels for some ids.
 */
const RANKED = [
  "createAsset",
  "createAssets",
  "notifyUploaded",
  "crawlUrl",
  "updateAsset",
  "updateAssetStatus",
  "reprocessAsset",
];
const RANKED_TOO = [
  "linkAssets",
  "unlinkAssets",
  "moveAssets",
  "tombstoneAssets",
  "restoreAssets",
  "deleteCollections",
];

/**
 * Tolerance for random variation. A range at the end of its index counts one row less, and concurrent rooms
 * and jobs may add rows. The tolerance is far below the thousands of rows of a scan.
 */
const CHANCE = 40;

const SLACK: Readonly<Record<string, number>> = Object.fromEntries(
  [...RANKED, ...RANKED_TOO].map((id) => [id, 200]),
);

const measured = coveredOperations.filter(({ id, envelope }) => envelope && !(id in GROWS));
let among: { readonly few: ReadonlyMap<string, number>; readonly many: ReadonlyMap<string, number> };

beforeAll(async () => {
  vi.spyOn(console, "log").mockImplementation(() => undefined);
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  // The first pass adds records behind the test's own records, before both measured passes.
  await rowsReadAmong(FEW);
  among = { few: await rowsReadAmong(FEW), many: await rowsReadAmong(MANY) };
}, 240_000);

/** The rows that each operation's success case reads with this many other records, by operation id. */
async function rowsReadAmong(records: number): Promise<Map<string, number>> {
  const world = await createWorld();
  expect(await addCrowd(world.owner, records)).toBeGreaterThanOrEqual(records);
  const rows = new Map<string, number>();
  for (const operation of measured) {
    const request = await requestOf(operation, world);
    // A question counts and starts unprocessed assets, so other files' assets must be processed first.
    await finishProcessingOf(world.owner);
    const { headers } = await send(operation, request, tokenOf(operation, world));
    rows.set(
      operation.id,
      Number(/(\d+) rows read/.exec(headers.get("server-timing") ?? "")?.[1] ?? Number.NaN),
    );
  }
  return rows;
}

test("every exception names an operation", () => {
  const ids: readonly string[] = coveredOperations.map(({ id }) => id);
  expect([...Object.keys(GROWS), ...Object.keys(SLACK)].filter((id) => !ids.includes(id))).toEqual([]);
});

test.each(measured)("$id reads as few rows among thousands of records as among a hundred", ({ id }) => {
  const [few, many] = [among.few.get(id), among.many.get(id)];
  expect(few).toBeGreaterThanOrEqual(0);
  expect(many).toBeLessThanOrEqual((few ?? 0) + (SLACK[id] ?? CHANCE));
});

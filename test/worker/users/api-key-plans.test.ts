import { beforeAll, expect, test } from "vitest";
import type { Id } from "../../../src/domain/ids.ts";
import { userOf } from "../../../src/storage/d1/core/access.ts";
import { createDatabase } from "../../../src/storage/d1/core/database.ts";
import { selectSearchableOrganizations } from "../../../src/storage/d1/search/searchable-organizations.ts";
import { withKey } from "../../../src/storage/d1/users/api-keys.ts";
import { createKey } from "../../support/http/create-key.ts";
import { testEnv } from "../../support/setup/env.ts";
import { call } from "../../support/http/call.ts";
import { type Person, signUp } from "../../support/http/person.ts";
import { createFolder, grant } from "../../support/rows/workplace.ts";

const GIVEN = 200;
let ada: Person;

beforeAll(async () => {
  ada = await signUp();
  const owner = ada.userId as Id<"user">;
  const place = {
    organizationId: ada.organizationId as Id<"org">,
    tenantId: ada.tenantId as Id<"tenant">,
    owner,
  };
  const root = { id: ada.rootId as Id<"col">, path: `${ada.rootId}/` };
  for (let given = 0; given < GIVEN; given += 1)
    await grant(place.organizationId, owner, await createFolder(place, root), "read");
});

test.each([
  [["own"]],
  [["read"]],
  [["read", "chat", "write", "share", "own"]],
  [["chat", "share"]],
  [["write", "share"]],
] as const)(
  "a key of %j without collections finds its readable collections like its user: one row for each grant, or two if a grant may be two actions",
  async (actions) => {
    const { apiKeyId } = await createKey(ada, { actions });
    const key = { keyId: apiKeyId as Id<"key">, actions, namesCollections: false };
    const rowsFor = async (narrowing: typeof key | null): Promise<number> => {
      const db = withKey(createDatabase(testEnv.DB), narrowing);
      await db.read({ found: selectSearchableOrganizations(db, userOf(ada.userId)) });
      return db.meter.rowsRead;
    };
    const isTwo = actions.length === 2;
    expect(await rowsFor(key)).toBeLessThanOrEqual((isTwo ? 2 : 1) * (await rowsFor(null)) + 10);
  },
);

test.each([
  { of: "one action", actions: ["own"], named: false, most: (own: number) => own + 20 },
  { of: "two actions", actions: ["chat", "share"], named: false, most: (own: number) => 2 * own + 20 },
  { of: "one collection", actions: ["own"], named: true, most: () => 60 },
] as const)(
  "a search by a key of $of reads as many rows as its user's search, without repeated reads of the grants",
  async ({ actions, named, most }) => {
    const { key } = await createKey(ada, { actions, collectionIds: named ? [ada.rootId] : [] });
    const rowsBy = async (token: string): Promise<number> => {
      const { headers } = await call("searchPassages", { token, body: { query: "anything" } });
      return Number(/(\d+) rows read/.exec(headers.get("server-timing") ?? "")?.[1] ?? Number.NaN);
    };
    const own = await rowsBy(ada.token);
    expect(own).toBeGreaterThan(GIVEN);
    expect(await rowsBy(key)).toBeLessThanOrEqual(most(own));
  },
);

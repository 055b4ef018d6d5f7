import { beforeAll, expect, test } from "vitest";
import type { Id } from "../../../src/domain/ids.ts";
import { userOf } from "../../../src/storage/d1/core/access.ts";
import { createDatabase } from "../../../src/storage/d1/core/database.ts";
import { listSearchable } from "../../../src/storage/d1/search/search-scope.ts";
import { withKey } from "../../../src/storage/d1/users/api-keys.ts";
import { createKey } from "../../support/api-keys.ts";
import { testEnv } from "../../support/env.ts";
import { type Person, signUp } from "../../support/people.ts";
import { createFolder, grant } from "../../support/room-fixtures.ts";

const GIVEN = 200;
let ada: Person;

beforeAll(async () => {
  ada = await signUp();
  const owner = ada.userId as Id<"user">;
  const place = { organizationId: ada.organizationId as Id<"org">, tenantId: ada.tenantId as Id<"tenant">, owner };
  const root = { id: ada.rootId as Id<"col">, path: `${ada.rootId}/` };
  for (let given = 0; given < GIVEN; given += 1) await grant(place.organizationId, owner, await createFolder(place, root), "read");
});

test.each([[["own"]], [["read"]], [["read", "chat", "write", "share", "own"]]] as const)(
  "a key of %j that names no collections finds where it may read at a few times what its user costs",
  async (actions) => {
    const { apiKeyId } = await createKey(ada, { actions });
    const key = { keyId: apiKeyId as Id<"key">, actions, namesCollections: false };
    const rowsFor = async (narrowing: typeof key | null): Promise<number> => {
      const db = withKey(createDatabase(testEnv.DB), narrowing);
      await db.read({ found: listSearchable(db, userOf(ada.userId)) });
      return db.meter.rowsRead;
    };
    expect(await rowsFor(key)).toBeLessThan(5 * (await rowsFor(null)));
  },
);

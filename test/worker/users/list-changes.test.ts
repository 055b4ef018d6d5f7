import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { MAX_HEARD } from "../../../src/domain/change-cursor.ts";
import { newId } from "../../../src/domain/ids.ts";
import { createDatabase } from "../../../src/storage/d1/core/database.ts";
import { selectChanges } from "../../../src/storage/d1/users/select-changes.ts";
import { queryPlanOf, rowsReadBy } from "../../support/assertions/query-plan.ts";
import { addReadyAsset } from "../../support/http/assets.ts";
import { call } from "../../support/http/call.ts";
import { createCollection, share } from "../../support/http/create-collection.ts";
import { modifyPermissions } from "../../support/http/invite.ts";
import { type Person, signUp } from "../../support/http/person.ts";
import { sendMessage, startThread } from "../../support/http/threads.ts";
import { tombstone } from "../../support/http/tombstone.ts";
import { testEnv } from "../../support/setup/env.ts";

async function ask({ token }: Person, after?: string) {
  const { status, body, trips } = await call("listChanges", {
    token,
    ...(after === undefined ? {} : { query: { after } }),
  });
  expect([status, trips]).toEqual([200, 1]);
  return body.data;
}

/** Lists what changed for a person from now on, each time since the time before. */
async function listener(person: Person): Promise<() => Promise<string[]>> {
  let { cursor } = await ask(person);
  return async () => {
    const { changed, isComplete, cursor: next } = await ask(person, cursor);
    expect(isComplete).toBe(true);
    cursor = next;
    return changed.toSorted();
  };
}

test("each change of a record names the record and the lists that show it, once", async () => {
  const ada = await signUp();
  const folder = await createCollection(ada, ada.rootId, "Tides");
  const changes = await listener(ada);
  expect(await changes()).toEqual([]);
  const assetId = await addReadyAsset(ada, folder, "High tide is at noon.", { name: "tides.txt" });
  expect(await changes()).toEqual([assetId, folder].toSorted());
  expect(await changes()).toEqual([]);
  const thread = await startThread(ada, folder);
  await sendMessage(ada, thread, "Hello.", { messageKind: "textV1" });
  expect(await changes()).toEqual([folder, thread].toSorted());
  await tombstone(ada, "asset", [assetId]);
  expect(await changes()).toContain(folder);
  const below = await createCollection(ada, folder, "Below");
  expect(await changes()).toEqual([below, folder].toSorted());
});

test("a person hears only of records that they may read at that moment", async () => {
  const [ada, bob] = [await signUp(), await signUp("bob")];
  const [open, closed] = [
    await createCollection(ada, ada.rootId, "Open"),
    await createCollection(ada, ada.rootId, "Closed"),
  ];
  await share(ada, open, bob, ["read"]);
  const changes = await listener(bob);
  await startThread(ada, closed, { label: "Hidden" });
  await call("updateCollection", {
    token: ada.token,
    params: { collectionID: closed },
    body: { collectionId: closed, label: "Still closed", description: "", icon: "" },
  });
  expect(await changes()).toEqual([]);
  const shown = await startThread(ada, open, { label: "Shown" });
  expect(await changes()).toEqual([open, shown].toSorted());
  await startThread(ada, open, { label: "Later" });
  await modifyPermissions(ada, open, bob.userId, []);
  expect(await changes()).toEqual([]);
});

test("after very many changes the answer says that it is not complete, and reads few rows", async () => {
  const ada = await signUp();
  const { cursor } = await ask(ada);
  const rows = Array.from({ length: 5_000 }, () => newId("event"));
  await testEnv.DB.prepare(
    `INSERT INTO audit_events (id, organization_id, actor_id, operation, operation_id, target_id, at)
      SELECT value, ?2, ?3, 'updateCollection', 'op', ?4, 0 FROM json_each(?1)`,
  )
    .bind(JSON.stringify(rows), ada.organizationId, ada.userId, ada.rootId)
    .run();
  expect(await ask(ada, cursor)).toMatchObject({ changed: [ada.rootId], isComplete: false });
  const at = Number(cursor.split(".")[0]);
  const statement = selectChanges(createDatabase(testEnv.DB), sql`${ada.userId}`, { at, known: [] });
  expect(await rowsReadBy(statement)).toBeLessThan(12 * MAX_HEARD);
  expect((await queryPlanOf(statement)).join("\n")).not.toMatch(
    /SCAN (?:ev|audit_events|collections|pc|messages|wm|held|ht|home)\b/,
  );
});

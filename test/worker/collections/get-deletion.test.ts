import { afterEach, expect, test } from "vitest";
import { runAllJobs } from "../../support/http/tombstone.ts";
import { deletePermanently, getBody } from "../../support/http/folder-to-delete.ts";
import { signUp } from "../../support/http/person.ts";
import { createCollection, share } from "../../support/http/create-collection.ts";

afterEach(runAllJobs);

test("the requester and the organization's owners read the receipt; others get 404", async () => {
  const [ada, bob, eve] = [await signUp(), await signUp("bob"), await signUp("eve")];
  const folder = await createCollection(ada, ada.rootId, "Folder");
  await share(ada, folder, bob, ["own"]);
  const { deletionId } = (await deletePermanently(bob, [folder])).body.data;
  const path = `/v1/deletions/${deletionId}`;
  const codes = [];
  for (const person of [bob, ada, eve]) codes.push((await getBody(person, path)).code);
  expect(codes).toEqual(["ok", "ok", "not_found"]);
  await runAllJobs();
  const { data, done } = await getBody(ada, path);
  expect({ done, collections: data.removed.collections }).toMatchObject({
    done: true,
    collections: { records: 1, left: 0, r2: 0, index: 0, rooms: 0 },
  });
});

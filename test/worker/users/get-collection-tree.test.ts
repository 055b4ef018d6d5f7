import { expect, test } from "vitest";
import { idFromBytes } from "../../../src/domain/ids.ts";
import { call } from "../../support/http/call.ts";
import { type Person, signUp } from "../../support/http/person.ts";
import { createCollection, share } from "../../support/http/create-collection.ts";

async function tree({ token }: Person, query = "") {
  return await call("GET", `/v1/users/self/collection-tree${query}`, { token });
}

/** The ids in the tree, each followed by the ids of its descendants. */
function idsIn(nodes: any[]): string[] {
  return nodes.flatMap(({ collection, children }) => [idFromBytes("col", collection.id), ...idsIn(children)]);
}

test("the tree has the user's own organization and collections that others share, with one D1 round trip", async () => {
  const [ada, grace] = [await signUp("ada"), await signUp("grace")];
  const shared = await createCollection(ada, ada.personalId, "Engines");
  const below = await createCollection(ada, shared, "Mills");
  const hidden = await createCollection(ada, ada.personalId, "Letters");
  await share(ada, shared, grace, ["read"]);
  const { status, trips, body } = await tree(grace);
  expect({ status, trips, collectionTreeTruncated: body.details.collectionTreeTruncated }).toEqual({
    status: 200,
    trips: 1,
    collectionTreeTruncated: undefined,
  });
  const ids = idsIn(body.data);
  expect(ids).toEqual(expect.arrayContaining([grace.rootId, grace.personalId, shared, below]));
  expect(ids.filter((id) => [hidden, ada.rootId, ada.personalId].includes(id))).toEqual([]);
});

test("the tree reports omitted parts, which the client reads by limit and offset or from below one collection", async () => {
  const ada = await signUp("ada");
  const top = await createCollection(ada, ada.personalId, "Top");
  const below = [await createCollection(ada, top, "One"), await createCollection(ada, top, "Two")];
  const first = await tree(ada, "?limit=1");
  expect({
    ids: idsIn(first.body.data),
    collectionTreeTruncated: first.body.details.collectionTreeTruncated,
  }).toEqual({
    ids: [ada.rootId],
    collectionTreeTruncated: true,
  });
  const all = idsIn((await tree(ada)).body.data);
  const pages = [...Array(all.length).keys()].map(async (offset) =>
    idsIn((await tree(ada, `?limit=1&offset=${offset}`)).body.data),
  );
  expect((await Promise.all(pages)).flat().toSorted()).toEqual(all.toSorted());
  expect(idsIn((await tree(ada, `?root=${top}`)).body.data).toSorted()).toEqual(
    expect.arrayContaining(below.toSorted()),
  );
});

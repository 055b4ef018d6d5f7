import { afterEach, expect, test, vi } from "vitest";
import { readBeforeAnyWrites } from "../../support/faults/intercept-batches.ts";
import { call } from "../../support/http/call.ts";
import { remainingColumns, grantsOf, merge, newPair, firstRow } from "../../support/http/merge.ts";
import { signUp } from "../../support/http/person.ts";
import { createCollection } from "../../support/http/create-collection.ts";
import { scaled } from "../../support/setup/scaled.ts";

afterEach(() => vi.restoreAllMocks());

type Pair = readonly [into: "ada" | "old" | "third", old: "ada" | "old"];
const EXCLUSIVE: Readonly<Record<string, readonly Pair[]>> = {
  "each into the other": [
    ["ada", "old"],
    ["old", "ada"],
    ["ada", "old"],
  ],
  "one into two others": [
    ["ada", "old"],
    ["third", "old"],
    ["ada", "old"],
    ["third", "old"],
  ],
};

test.each(Object.entries(EXCLUSIVE))(
  "exactly one of several conflicting parallel merges succeeds: %s",
  async (_, pairs) => {
    const [ada, old] = await newPair();
    const people = { ada, old, third: await signUp("third") };
    readBeforeAnyWrites(pairs.length, [ada.userId, old.userId]);
    const answers = await Promise.all(pairs.map(([into, from]) => merge(people[into], people[from])));
    expect(answers.map(({ body }) => body.code).sort()).toEqual([
      ...pairs.slice(1).map(() => "failed_precondition"),
      "ok",
    ]);
    const merged = "SELECT count(*) AS n FROM users WHERE id IN (?, ?, ?) AND lifecycle_state = 'merged'";
    expect(await firstRow(merged, ada.userId, old.userId, people.third.userId)).toEqual({ n: 1 });
  },
);

test("records created and shared during a merge belong to the new user, in either order", async () => {
  for (let round = 0; round < scaled({ whole: 25, share: 2 }); round += 1) {
    const [ada, old] = await newPair();
    const other = await signUp("other");
    const folder = await createCollection(other, other.personalId, "Shared");
    readBeforeAnyWrites(4, [ada.userId, old.userId, other.userId]);
    const sharing = { actions: ["write"], collectionIds: [folder], shareTo: [], shareToEmails: [old.email] };
    const [merged, created, shared, given] = await Promise.all([
      merge(ada, old),
      call("POST", `/v1/collection/${old.personalId}`, { token: old.token, body: { label: "Racing" } }),
      call("POST", "/v1/share-collections", { token: other.token, body: sharing }),
      call("POST", "/v1/share-collections", {
        token: old.token,
        body: {
          actions: ["read"],
          collectionIds: [old.personalId],
          shareTo: [other.userId],
          shareToEmails: [],
        },
      }),
    ]);
    expect([merged.status, created.status, shared.status, given.status]).toEqual([200, 200, 200, 200]);
    vi.restoreAllMocks();
    expect(await grantsOf(ada.userId, folder)).toEqual(["write"]);
    expect(await grantsOf(other.userId, old.personalId)).toEqual(["read"]);
    expect(await remainingColumns(old)).toEqual([]);
  }
});

import { expect, test } from "vitest";
import { createClient, newId, People } from "../../client/src/index.ts";
import { idToBytes } from "../../client/src/identifiers.ts";

const SERVICE_USER = Array.from({ length: 16 }, () => 0);
const THREAD = newId("thread");

const ada = { displayName: "Ada", pictureURL: "" };

/** A client whose requests are recorded. The service knows only the users in `known`. */
function peopleOf(known: Readonly<Record<string, typeof ada>>, threadID?: string) {
  const requests: { ids: string[]; threadID: string | null }[] = [];
  let failures = 0;
  const fetch = async (url: string): Promise<Response> => {
    const { searchParams } = new URL(url);
    const ids = searchParams.getAll("ids");
    requests.push({ ids, threadID: searchParams.get("threadID") });
    if (failures > 0) {
      failures -= 1;
      throw new TypeError("fetch failed");
    }
    const people = Object.fromEntries(ids.flatMap((id) => (known[id] ? [[id, known[id]]] : [])));
    return Response.json({ code: "ok", message: "", data: { people } });
  };
  const client = createClient({ origin: "https://knowledge.example.com", fetch, retry: { maxFailures: 1 } });
  return { people: new People(client, threadID), requests, fail: () => (failures += 1) };
}

test("people of a page need no request, and others need one, in either spelling", async () => {
  const [one, two] = [newId("user"), newId("user")];
  const { people, requests } = peopleOf({ [two]: { ...ada, displayName: "Bob" } }, THREAD);
  people.add({ [one]: ada });
  await people.load([one, idToBytes(two), SERVICE_USER]);
  expect(requests).toEqual([{ ids: [two], threadID: THREAD }]);
  expect([people.find(idToBytes(one)), people.find(two), people.find(SERVICE_USER)]).toEqual([
    ada,
    { ...ada, displayName: "Bob" },
    undefined,
  ]);
});

test("a user that the caller may not see is requested once, and calls at the same time share a request", async () => {
  const hidden = newId("user");
  const { people, requests } = peopleOf({});
  await Promise.all([people.load([hidden]), people.load([hidden])]);
  await people.load([hidden]);
  expect(requests).toEqual([{ ids: [hidden], threadID: null }]);
  expect(people.find(hidden)).toBeUndefined();
});

test("a failed request is repeated by the next call", async () => {
  const one = newId("user");
  const { people, requests, fail } = peopleOf({ [one]: ada });
  fail();
  await expect(people.load([one])).rejects.toThrow("fetch failed");
  await people.load([one]);
  expect(requests).toHaveLength(2);
  expect(people.find(one)).toEqual(ada);
});

test("more than 100 users take several requests", async () => {
  const ids = Array.from({ length: 230 }, () => newId("user"));
  const { people, requests } = peopleOf(Object.fromEntries(ids.map((id) => [id, ada])));
  await people.load(ids);
  expect(requests.map((request) => request.ids.length)).toEqual([100, 100, 30]);
  expect(ids.every((id) => people.find(id)?.displayName === "Ada")).toBe(true);
});

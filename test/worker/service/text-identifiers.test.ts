import { beforeAll, expect, test, vi } from "vitest";
import { type Id, idToBytes } from "../../../src/domain/ids.ts";
import { call, rawCall } from "../../support/http/call.ts";
import { coveredOperations, requestOf, tokenOf, urlOf } from "../../support/contract/send.ts";
import { createWorld, type World } from "../../support/contract/world.ts";

let world: World;
beforeAll(async () => {
  vi.spyOn(console, "log").mockImplementation(() => undefined);
  world = await createWorld();
}, 60_000);

const BYTES = /\[(?:\d{1,3},){15}\d{1,3}\]/;
/** The examples keep their ids unconverted, because example ids belong to no kind. */
const EXAMPLES = "describeRecords";
const enveloped = coveredOperations.filter(({ id, envelope }) => envelope && id !== EXAMPLES);

test.each(enveloped)("$id returns no byte ids if the client prefers text ids", async (operation) => {
  const { body, headers: own, ...request } = await requestOf(operation, world);
  const headers = { ...own, prefer: "respond-async, identifiers=text; x=1" };
  const answer = await rawCall(operation.method, urlOf(operation, request), {
    token: tokenOf(operation, world),
    body,
    headers,
  });
  expect({ status: answer.status, preferenceApplied: answer.headers.get("preference-applied") }).toEqual({
    status: 200,
    preferenceApplied: "identifiers=text",
  });
  expect(await answer.text()).not.toMatch(BYTES);
});

test("examples of records stay unchanged, and their response does not report the preference as applied", async () => {
  const answer = await rawCall("GET", "/v1/_/gen/records", { headers: { prefer: "identifiers=text" } });
  expect({ status: answer.status, preferenceApplied: answer.headers.get("preference-applied") }).toEqual({
    status: 200,
    preferenceApplied: null,
  });
  expect(await answer.text()).toMatch(BYTES);
});

test("each id is the text form of its bytes, and the response has its own ETag", async () => {
  const { owner, folderId } = world;
  const path = `/v1/collections/${folderId}`;
  const [bytes, text] = [
    await call("GET", path, owner),
    await rawCall("GET", path, { ...owner, headers: { prefer: 'identifiers="text"' } }),
  ];
  const { data } = await text.json<{ data: { id: string; organizationId: string; path: string[] } }>();
  expect([data.id, data.organizationId, data.path.at(-1)]).toEqual([
    folderId,
    owner.organizationId,
    folderId,
  ]);
  expect(bytes.body.data).toMatchObject({
    id: idToBytes(data.id as Id),
    path: data.path.map((id) => idToBytes(id as Id)),
  });
  expect(text.headers.get("vary")).toContain("Prefer");
  expect(text.headers.get("etag")).not.toBe(bytes.headers.get("etag"));
});

test.each(["identifiers=bytes", "identifiers", "text", "identifiers=text2", "x=identifiers=text"])(
  "the header %j expresses no preference",
  async (prefer) => {
    const answer = await rawCall("GET", `/v1/collections/${world.folderId}`, {
      ...world.owner,
      headers: { prefer },
    });
    expect(answer.headers.get("preference-applied")).toBeNull();
    expect(await answer.text()).toMatch(BYTES);
  },
);

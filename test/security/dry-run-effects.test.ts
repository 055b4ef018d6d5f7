/**
 * Promise: A request with `dryRun=true` changes nothing: a route without a dry run answers 501, and any other
 * spelling gets 400. Attack: `POST /v1/chat/completions?dryRun=true` asked the question and left a thread.
 * `/mcp` added documents, and signed URLs stored bytes. `dryRun=TRUE` performed every change.
 */
import { afterEach, expect, test } from "vitest";
import { newId } from "../../src/domain/ids.ts";
import { operations, rawRoutes } from "../../src/http/operations.ts";
import { runAllJobs } from "../support/http/tombstone.ts";
import { dumpDatabase } from "../support/reference-models/effective-access.ts";
import { rawCall } from "../support/http/call.ts";
import { type Person, signUp } from "../support/http/person.ts";

afterEach(async () => {
  await runAllJobs();
});

const ODD = [
  "dryRun=TRUE",
  "dryRun=1",
  "dryRun=",
  "dryRun",
  "dryRun=yes",
  "dryrun=true",
  "dry_run=true",
  "DRY-RUN=true",
];
const TWICE = ["dryRun=true&dryRun=false", "dryRun=false&dryRun=true"];

/** For each raw route a request that would succeed without `dryRun`. */
const requests: Readonly<Record<string, (ada: Person) => { readonly path: string; readonly body: unknown }>> =
  {
    completeChat: () => ({
      path: "/v1/chat/completions",
      body: { model: "workspace", messages: [{ role: "user", content: "Who built the engine?" }] },
    }),
    createResponse: () => ({
      path: "/v1/responses",
      body: { model: "workspace", input: "Who built the engine?" },
    }),
    serveMcp: ({ personalId }) => ({
      path: "/mcp",
      body: {
        jsonrpc: "2.0",
        id: 1,
        method: "tools/call",
        params: { name: "add_text", arguments: { collectionId: personalId, name: "a.md", text: "# A" } },
      },
    }),
    putAssetContent: () => ({ path: `/v1/assets/${newId("asset")}/content?token=x`, body: "bytes" }),
    putMultipartPart: () => ({ path: `/v1/assets/${newId("asset")}/multipart/1?token=x`, body: "bytes" }),
    putAssetArtifact: () => ({
      path: `/v1/assets/${newId("asset")}/artifacts/markdown?token=x`,
      body: "bytes",
    }),
  };

const changing = rawRoutes.filter(({ method }) => method !== "GET");

test("every raw route that changes something has a request here", () => {
  expect(Object.keys(requests).toSorted()).toEqual(changing.map(({ id }) => id).toSorted());
});

test.each(changing.map((route) => [route.id, route] as const))("%s", async (id, { method }) => {
  const ada = await signUp();
  await runAllJobs();
  const { path, body } = requests[id]!(ada);
  const send = async (query: string) => {
    const url = `${path}${path.includes("?") ? "&" : "?"}${query}`;
    return (await rawCall(method, url, { token: ada.token, body })).status;
  };
  const before = await dumpDatabase();
  expect(await send("dryRun=true")).toBe(501);
  for (const query of [...ODD, ...TWICE])
    expect({ query, status: await send(query) }).toEqual({ query, status: 400 });
  expect(await dumpDatabase()).toBe(before);
});

/**
 * Only operations whose example is valid as it is, because field validation runs before the dry-run check.
 */
const withoutDryRun = operations.filter(
  ({ changes, takesDryRun, audience: who }) => changes && takesDryRun === null && who === "user",
);

test.each(withoutDryRun.map((operation) => [operation.id, operation] as const))(
  "%s",
  async (_, { method, path, example, body }) => {
    const ada = await signUp();
    await runAllJobs();
    const before = await dumpDatabase();
    const url = path.replaceAll(/\{\w+\}/g, newId("asset"));
    for (const query of ["dryRun=true", "dryRun=TRUE", "dryrun=true"]) {
      const answer = await rawCall(method, `${url}?${query}`, {
        token: ada.token,
        ...(body === null ? {} : { body: example ?? {} }),
      });
      expect({ query, hasStatus: [400, 501].includes(answer.status) }).toEqual({ query, hasStatus: true });
    }
    expect(await dumpDatabase()).toBe(before);
  },
);

test("a dry run of a prompt rewrite calls no model", async () => {
  const { token } = await signUp();
  expect(
    (await rawCall("POST", "/v1/prompts/enhance?dryRun=true", { token, body: { prompt: "Who?" } })).status,
  ).toBe(501);
});

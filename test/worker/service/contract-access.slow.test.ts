import { beforeAll, expect, test, vi } from "vitest";
import { type Id, type IdKind, newId } from "../../../src/domain/ids.ts";
import { badTokens } from "../../support/contract/bad-tokens.ts";
import type { ContractRequest } from "../../support/contract/contract-case.ts";
import {
  coveredOperations,
  expectError,
  expectNothingOf,
  requestOf,
  send,
} from "../../support/contract/send.ts";
import { createWorld, type World } from "../../support/contract/world.ts";
import { call } from "../../support/http/call.ts";
import { tokenFor } from "../../support/http/person.ts";
import { sampled } from "../../support/setup/scaled.ts";

const forUsers = coveredOperations.filter(({ audience: who }) => who === "user" || who === "user_or_guest");
const forSomebody = coveredOperations.filter(({ audience: who }) => who !== "anyone");
const ofRecords = forUsers.filter(({ contract }) => contract.stranger === "not_found");

let world: World;
let forged: Record<string, string>;
beforeAll(async () => {
  vi.spyOn(console, "log").mockImplementation(() => undefined);
  world = await createWorld();
  forged = await badTokens(world.owner);
});

/** The same request with ids of missing records. */
function elsewhere(request: ContractRequest): ContractRequest {
  const fresh = new Map<string, string>();
  const renamed = JSON.stringify(request).replaceAll(
    /"(org|col|asset|thread|token|op|key|hook|session)_[0-9a-z]{26}"/g,
    (text, kind: IdKind) => {
      fresh.set(text, fresh.get(text) ?? JSON.stringify(newId(kind)));
      return fresh.get(text)!;
    },
  );
  return JSON.parse(renamed) as ContractRequest;
}

test.each(forSomebody)("$id requires a credential", async (operation) => {
  const answer = await send(operation, await requestOf(operation, world), undefined);
  expectError(answer, 401, "unauthenticated");
  expect(answer.headers.get("www-authenticate")).toBe("Bearer");
  expectNothingOf(world.planted, answer);
});

// The permission matrix tests every operation with every token. This test checks the format of the error.
test("a forged or expired token gets an error without any data", async () => {
  for (const [what, token] of Object.entries(forged)) {
    for (const operation of sampled(coveredOperations, 5, what)) {
      const answer = await send(operation, await requestOf(operation, world), token);
      expect({
        what,
        status: answer.status,
        wwwAuthenticate: answer.headers.get("www-authenticate"),
      }).toEqual({
        what,
        status: 401,
        wwwAuthenticate: "Bearer",
      });
      expectError(answer, 401, "unauthenticated");
      expectNothingOf(world.planted, answer);
    }
  }
});

test.each(["", "Bearer", "Bearer ", "Basic YTpi", "Bearer a b", "Token x"])(
  "the header %j is no credential for any operation",
  async (authorization) => {
    for (const { method, path } of sampled(forSomebody, 10, authorization)) {
      const answer = await call(method, path.replaceAll(/[{}]/g, ""), { headers: { authorization } });
      expectError(answer, 401, "unauthenticated");
    }
  },
);

test.each(ofRecords)("$id gives the same response for missing and hidden records", async (operation) => {
  const request = await requestOf(operation, world);
  const missing = await send(operation, elsewhere(request), world.owner.token);
  const hidden = await send(operation, request, world.stranger.token);
  expectError(missing, 404, "not_found");
  expect([missing.body.message, missing.body.data]).toEqual([hidden.body.message, hidden.body.data]);
});

/** The page learns from its session whom to sync. */
const BEFORE_SYNC = ["syncUser", "getSession"];

test("every other operation for users rejects callers who have never synced", async () => {
  const token = await tokenFor(`new-${newId("req")}@example.com`);
  for (const operation of forUsers.filter(({ id }) => !BEFORE_SYNC.includes(id))) {
    const answer = await send(operation, await requestOf(operation, world), token);
    expectError(answer, 409, "failed_precondition");
    expectNothingOf(world.planted, answer);
  }
});

test("an invalid public token finds no thread", async () => {
  const hidden = await call("getThread", {
    params: { threadID: world.threadId },
    query: { publicAccessToken: "wrong" },
  });
  const missing = await call("getThread", {
    params: { threadID: newId("thread") },
    query: { publicAccessToken: "wrong" },
  });
  expectError(hidden, 404, "not_found");
  expectError(missing, 404, "not_found");
  expectNothingOf(world.planted, hidden);
});

test("the text of an asset requires a credential and is hidden from strangers", async () => {
  const path = `/v1/assets/${world.assetId}/text`;
  expectError(await call("GET", path), 401, "unauthenticated");
  for (const token of Object.values(forged))
    expectError(await call("GET", path, { token }), 401, "unauthenticated");
  const hidden = await call("GET", path, { token: world.stranger.token });
  expectError(hidden, 404, "not_found");
  expectNothingOf(world.planted, hidden);
  expectError(
    await call("GET", `/v1/assets/${newId("asset") satisfies Id}/text`, { token: world.owner.token }),
    404,
    "not_found",
  );
});

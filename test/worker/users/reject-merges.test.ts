import { afterEach, expect, test, vi } from "vitest";
import { newId } from "../../../src/domain/ids.ts";
import { testEnv } from "../../support/setup/env.ts";
import { call } from "../../support/http/call.ts";
import { merge, mergeSecret, newPair } from "../../support/http/merge.ts";
import { signUp, tokenFor } from "../../support/http/person.ts";

afterEach(() => vi.restoreAllMocks());

test("a user cannot merge into themselves, into an unknown user, twice, in a cycle, or with a suspended account, each with its error", async () => {
  const [ada, old] = await newPair();
  const suspended = await signUp("suspended");
  await testEnv.DB.prepare("UPDATE users SET lifecycle_state = 'suspended' WHERE id = ?")
    .bind(suspended.userId)
    .run();
  const code = async (into: { userId: string }, from: { userId: string }) =>
    (await merge(into, from)).body.code;
  expect(await code(ada, ada)).toBe("invalid_argument");
  expect(await code(ada, { userId: newId("user") })).toBe("not_found");
  expect(await code({ userId: newId("user") }, ada)).toBe("not_found");
  expect(await code(ada, { userId: "user_00000000000000000000000000" })).toBe("not_found");
  expect(await code(ada, suspended)).toBe("failed_precondition");
  expect(await code(suspended, ada)).toBe("failed_precondition");
  expect(await code(ada, old)).toBe("ok");
  expect(await code(ada, old)).toBe("failed_precondition");
  expect(await code(old, ada)).toBe("failed_precondition");
});

test("a new user can merge with a fresh token of the old account, and with nothing less", async () => {
  const [ada, old] = await newPair();
  const eve = await signUp("eve");
  const log = vi.spyOn(console, "log").mockImplementation(() => undefined);
  const withHeader = async (token: string, header?: string) => {
    const { status, body } = await merge(ada, old, {
      token,
      headers: header === undefined ? {} : { "x-merge-authorization": header },
    });
    return [status, body.code];
  };
  const never = await tokenFor(`never-${newId("req").slice(4)}@example.com`);
  const sixMinutesAgo = vi.spyOn(Date, "now").mockReturnValue(Date.now() - 6 * 60_000);
  const stale = await tokenFor(old.email);
  sixMinutesAgo.mockRestore();
  expect(await withHeader(ada.token)).toEqual([403, "permission_denied"]);
  expect(await withHeader(ada.token, "Bearer garbage")).toEqual([401, "unauthenticated"]);
  expect(await withHeader(ada.token, old.token)).toEqual([401, "unauthenticated"]);
  expect(await withHeader(ada.token, `Bearer ${stale}`)).toEqual([401, "unauthenticated"]);
  expect(
    await withHeader(ada.token, `Bearer ${await tokenFor(old.email, { expiresInSeconds: -60 })}`),
  ).toEqual([401, "unauthenticated"]);
  expect(await withHeader(ada.token, `Bearer ${eve.token}`)).toEqual([403, "permission_denied"]);
  expect(await withHeader(ada.token, `Bearer ${ada.token}`)).toEqual([403, "permission_denied"]);
  expect(await withHeader(ada.token, `Bearer ${never}`)).toEqual([403, "permission_denied"]);
  expect(await withHeader(eve.token, `Bearer ${old.token}`)).toEqual([403, "permission_denied"]);
  expect(await withHeader(old.token, `Bearer ${ada.token}`)).toEqual([403, "permission_denied"]);
  expect(await withHeader(ada.token, `Bearer ${old.token}`)).toEqual([200, "ok"]);
  expect(await withHeader(ada.token, `Bearer ${old.token}`)).toEqual([409, "failed_precondition"]);
  const logged = log.mock.calls.flat().join("\n");
  expect([old.token, stale, eve.token].filter((token) => logged.includes(token))).toEqual([]);
});

test("a merge requires a reason of at most a thousand characters, and accepts both ids in either spelling", async () => {
  const [ada, old] = await newPair();
  const body = { newUserID: ada.userId, oldUserId: old.userId, reason: "" };
  const issues = async (changes: object) =>
    (await call("PUT", "/v1/users/merge", { token: mergeSecret(), body: { ...body, ...changes } })).body.data
      .issues?.[0]?.path;
  expect(await issues({})).toBe("reason");
  expect(await issues({ reason: "x".repeat(1001) })).toBe("reason");
  expect(await issues({ reason: "x", oldUserId: newId("col") })).toBe("oldUserId");
  expect(await issues({ reason: "x", newUserID: undefined })).toBe("newUserID");
});

import { expect, test } from "vitest";
import { newId } from "../../../src/domain/ids.ts";
import { testEnv } from "../../support/setup/env.ts";
import { call } from "../../support/http/call.ts";
import { signUp, syncBody, tokenFor } from "../../support/http/person.ts";

const PATH = "/v1/users/self/auth-sync";
const newEmail = (): string => `grace-${newId("req").slice(4)}@example.com`;

test("the first sign-in creates the user, their organization and its collections in two D1 round trips", async () => {
  const email = newEmail();
  const token = await tokenFor(email);
  const { status, body, trips } = await call("POST", PATH, { token, body: syncBody(email) });
  expect(status).toBe(200);
  expect(trips).toBe(2);
  expect(body.eventKey).toMatch(/^event_/);
  expect(body.data.didSignUp).toBe(true);
  expect(body.data.user).toMatchObject({
    email,
    lifecycleState: "active",
    version: 1,
    emails: [{ email, type: "sign-in" }],
  });
  const [root] = body.data.workingContext.CollectionTree;
  expect(root.collection).toMatchObject({ collectionKind: "root", label: "Analytical Engines" });
  expect(root.children.map((node: any) => [node.collection.collectionKind, node.collection.label])).toEqual([
    ["favorites", "Favorites"],
    ["organization", "Organization"],
    ["personal", "Personal"],
  ]);
});

test("a returning sign-in reads the snapshot in one D1 round trip and changes nothing", async () => {
  const ada = await signUp();
  const { body, trips } = await call("POST", PATH, { token: ada.token, body: syncBody(ada.email) });
  expect(trips).toBe(1);
  expect(body).toMatchObject({
    eventKey: "",
    data: { didSignUp: false, tokenRefreshRequired: false, user: { displayName: ada.email.split("@")[0] } },
  });
});

test("twenty parallel first sign-ins create one user", async () => {
  const email = newEmail();
  const token = await tokenFor(email);
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => call("POST", PATH, { token, body: syncBody(email) })),
  );
  expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([200]));
  expect(new Set(answers.map((answer) => String(answer.body.data.user.id))).size).toBe(1);
  expect(answers.filter((answer) => answer.body.data.didSignUp)).toHaveLength(1);
  const owners = await testEnv.DB.prepare(
    "SELECT count(*) AS n FROM organizations o JOIN users u ON u.organization_id = o.id WHERE u.email = ?",
  )
    .bind(email)
    .first("n");
  expect(owners).toBe(1);
});

test("a sign-in rejects an address other than the token's address", async () => {
  const token = await tokenFor(newEmail());
  const { status, body } = await call("POST", PATH, { token, body: syncBody(newEmail()) });
  expect({ status, code: body.code }).toEqual({ status: 403, code: "permission_denied" });
});

test("a sign-in rebuilds a missing snapshot", async () => {
  const ada = await signUp();
  await testEnv.DB.prepare("DELETE FROM user_snapshots WHERE user_id = ?").bind(ada.userId).run();
  const { body } = await call("POST", PATH, { token: ada.token, body: syncBody(ada.email) });
  expect(body.data.user.email).toBe(ada.email);
  const rebuilt = await testEnv.DB.prepare("SELECT version FROM user_snapshots WHERE user_id = ?")
    .bind(ada.userId)
    .first("version");
  expect(rebuilt).toBe(1);
});

test("a sign-in records a newly verified address once", async () => {
  const email = newEmail();
  const first = await call("POST", PATH, {
    token: await tokenFor(email, { emailVerified: false }),
    body: syncBody(email, { isEmailVerified: true }),
  });
  expect(first.body.data.user.emails[0].verifiedAt).toBeNull();
  expect(first.body.data).toMatchObject({
    didSignUp: true,
    tokenRefreshRequired: true,
    tokenRefreshReason: "email_verification_changed",
  });
  const stale = await call("POST", PATH, {
    token: await tokenFor(email, { emailVerified: false }),
    body: syncBody(email),
  });
  expect(stale.body.data).toMatchObject({
    tokenRefreshRequired: true,
    tokenRefreshReason: "email_verification_changed",
  });
  const verified = await call("POST", PATH, { token: await tokenFor(email), body: syncBody(email) });
  expect(verified.body.data.user.emails[0].verifiedAt).not.toBeNull();
  expect(verified.body.data.user.version).toBe(2);
  const again = await call("POST", PATH, { token: await tokenFor(email), body: syncBody(email) });
  expect({ trips: again.trips, eventKey: again.body.eventKey }).toEqual({ trips: 1, eventKey: "" });
});

test("the error names a required field that is missing", async () => {
  const email = newEmail();
  const { status, body } = await call("POST", PATH, {
    token: await tokenFor(email),
    body: { ...syncBody(email), defaultProjectName: undefined, isEmailVerified: "yes" },
  });
  expect(status).toBe(400);
  expect(body.data.issues.map((issue: any) => issue.path)).toEqual(["defaultProjectName", "isEmailVerified"]);
});

test("two people with the same name get different slugs", async () => {
  const emails = [newEmail(), newEmail()];
  const slugs = await Promise.all(
    emails.map(async (email) => {
      const answer = await call("POST", PATH, {
        token: await tokenFor(email),
        body: syncBody(email, { displayName: "Same Name" }),
      });
      return answer.body.data.user.slug;
    }),
  );
  expect(new Set(slugs).size).toBe(2);
  expect(slugs.every((slug) => /^same-name(-\d+)?$/.test(slug))).toBe(true);
});

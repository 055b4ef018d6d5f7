/**
 * Promise: A name is one visible line of text, and a picture URL uses https. Attack: A right-to-left override
 * displayed `annualgpj.exe` as `annualexe.jpg`. Names contained control characters, or nothing but invisible
 * ones. `photoURL` accepted `javascript:` and `data:` URLs, and other clients displayed them.
 */
import { expect, test } from "vitest";
import { idFromBytes } from "../../src/domain/ids.ts";
import { call } from "../support/http/call.ts";
import { newAddress } from "../support/http/invite.ts";
import { signUp, syncBody, tokenFor } from "../support/http/person.ts";

const SPOOFED = "annual\u202egpj\u0000.\u2066exe\u061c\ufff9\ufffb";
const PLAIN = "annualgpj.exe";

async function signInWith(fields: Record<string, unknown>) {
  const email = newAddress();
  const answer = await call("POST", "/v1/users/self/auth-sync", {
    token: await tokenFor(email),
    body: syncBody(email, fields),
  });
  return answer.body.data;
}

test("the service removes control and text-direction characters from names of people, organizations and first collections", async () => {
  const labels = { defaultOrganizationDisplayName: SPOOFED, defaultPersonalCollectionLabel: SPOOFED };
  const { user, workingContext } = await signInWith({ displayName: SPOOFED, ...labels });
  const [root] = workingContext.CollectionTree;
  const personal = root.children.find(({ collection }: any) => collection.collectionKind === "personal");
  expect({
    displayName: user.displayName,
    rootCollectionLabel: root.collection.label,
    personalCollectionLabel: personal.collection.label,
  }).toEqual({ displayName: PLAIN, rootCollectionLabel: PLAIN, personalCollectionLabel: PLAIN });
});

test("labels of collections, assets and threads do so too, and a line break becomes a space", async () => {
  const ada = await signUp();
  const post = async (path: string, body: object) =>
    (await call("POST", path, { token: ada.token, body })).body.data;
  const collection = await post(`/v1/collection/${ada.personalId}`, { label: `two\r\nlines ${SPOOFED}` });
  expect(collection.label).toBe(`two lines ${PLAIN}`);
  const organizationContext = { organizationId: ada.organizationId, tenantId: ada.tenantId };
  const asset = await post("/v1/assets", {
    collectionID: ada.personalId,
    contentType: "text/plain",
    creationMethod: "upload",
    organizationContext,
    originalFileName: SPOOFED,
  });
  expect({ originalFileName: asset.originalFileName, displayName: asset.displayName }).toEqual({
    originalFileName: PLAIN,
    displayName: PLAIN,
  });
  const thread = await post("/v1/threads", {
    assetIds: [],
    collectionId: ada.personalId,
    collectionIds: [],
    label: SPOOFED,
    organizationContext,
  });
  expect(thread.label).toBe(PLAIN);
  const threadId = idFromBytes("thread", thread.threadId);
  const rename = {
    messageContent: `again ${SPOOFED}`,
    messageKind: "renameThreadV1",
    recipients: [],
    threadId,
  };
  expect((await post(`/v1/threads/${threadId}/messages`, rename)).label).toBe(`again ${PLAIN}`);
});

test("the service rejects a required name without visible characters", async () => {
  const ada = await signUp();
  for (const label of [
    "\u202e\u0007",
    "\u200b",
    " \u00a0 ",
    "\u3164\u2800",
    "\u200d\ufe0f",
    "\u{e0061}\u{e0062}",
  ]) {
    const { status, body } = await call("POST", `/v1/collection/${ada.personalId}`, {
      token: ada.token,
      body: { label },
    });
    expect({ label, status, path: body.data.issues?.[0].path }).toEqual({
      label,
      status: 400,
      path: "label",
    });
  }
});

test("zero-width characters cannot make two equal names differ, and scripts and emoji keep those they need", async () => {
  const ada = await signUp();
  const label = async (given: string, fields = {}) =>
    (
      await call("POST", `/v1/collection/${ada.personalId}`, {
        token: ada.token,
        body: { label: given, ...fields },
      })
    ).body.data.label;
  expect(await label("Pay\u200broll\ufeff\u00ad\u2060\u{e0061}")).toBe("Payroll");
  for (const kept of ["می\u200cخواهم", "👩\u200d💻 ❤\ufe0f", "Ünïté 1", "葛\u{e0100}"])
    expect(await label(kept)).toBe(kept);
  const { icon } = (
    await call("POST", `/v1/collection/${ada.personalId}`, {
      token: ada.token,
      body: { label: "x", icon: "\u202e📁\n" },
    })
  ).body.data;
  expect(icon).toBe("📁 ");
});

test("an account without a visible name shows the local part of its address", async () => {
  const { user } = await signInWith({ displayName: "\u200b \u3164" });
  expect(user.displayName).toMatch(/^grace-/);
});

test.each([
  "javascript:alert(1)",
  "data:image/svg+xml,<svg onload=alert(1)>",
  "http://example.com/me.png",
  "https://a:b@example.com/x",
  "//x",
])("the service rejects %s as a picture", async (photoURL) => {
  const { user } = await signInWith({ photoURL });
  expect({ pictureURL: user.pictureURL, authPictureURL: user.authPictureURL }).toEqual({
    pictureURL: "",
    authPictureURL: "",
  });
});

test("the service stores an https picture", async () => {
  expect((await signInWith({ photoURL: "https://example.com/me.png" })).user.pictureURL).toBe(
    "https://example.com/me.png",
  );
});

import { expect, test } from "vitest";
import { newId } from "../../../src/domain/ids.ts";
import { testEnv } from "../../support/setup/env.ts";
import { call } from "../../support/http/call.ts";
import { syncBody, tokenFor } from "../../support/http/person.ts";

const newEmail = (): string => `grace-${newId("req").slice(4)}@example.com`;
const SILENT = { displayName: "", locale: "", photoURL: "" };
const PICTURE = "https://pictures.example.com/grace.png";
const ADDRESS = {
  street_address: "1 Main St",
  locality: "Arlington",
  region: "VA",
  postal_code: "22201",
  country: "USA",
};
const CLAIMS = {
  name: "Grace Hopper",
  given_name: "Grace",
  family_name: "Hopper",
  picture: PICTURE,
  locale: "fr",
  address: ADDRESS,
};

async function signIn(
  email: string,
  said: object,
  person: object = {},
  headers: Record<string, string> = {},
) {
  const token = await tokenFor(email, { person: person as Record<string, unknown> });
  return await call("POST", "/v1/users/self/auth-sync", {
    token,
    headers,
    body: syncBody(email, { ...said }),
  });
}

test("a returning sign-in stores the client's profile in two D1 round trips, and the next sign-in reads it in one", async () => {
  const email = newEmail();
  await signIn(email, { displayName: "Grace" });
  const said = { displayName: "Rear Admiral", locale: "de", photoURL: PICTURE };
  const changed = await signIn(email, said);
  const shown = {
    displayName: "Rear Admiral",
    authDisplayName: "Rear Admiral",
    locale: "de",
    pictureURL: PICTURE,
    authPictureURL: PICTURE,
  };
  expect({
    trips: changed.trips,
    didSignUp: changed.body.data.didSignUp,
    eventKey: changed.body.eventKey,
  }).toEqual({
    trips: 2,
    didSignUp: false,
    eventKey: expect.stringMatching(/^event_/),
  });
  expect(changed.body.data.user).toMatchObject({ ...shown, version: 2 });
  const again = await signIn(email, said);
  expect({ trips: again.trips, eventKey: again.body.eventKey }).toEqual({ trips: 1, eventKey: "" });
  expect(again.body.data.user).toEqual(changed.body.data.user);
  const silent = await signIn(email, SILENT);
  expect({ trips: silent.trips, user: silent.body.data.user }).toEqual({
    trips: 1,
    user: changed.body.data.user,
  });
});

test("a profile picture without an https URL removes the picture", async () => {
  const email = newEmail();
  await signIn(email, { photoURL: PICTURE });
  const { body } = await signIn(
    email,
    { photoURL: "http://pictures.example.com/grace.png" },
    { picture: PICTURE },
  );
  expect([body.data.user.pictureURL, body.data.user.authPictureURL]).toEqual(["", ""]);
});

test.each(["first", "returning"])(
  "the profile takes the token's claims if the client sends no values: a %s sign-in",
  async (which) => {
    const email = newEmail();
    if (which === "returning") await signIn(email, SILENT);
    const { body } = await signIn(email, SILENT, CLAIMS);
    const { user } = body.data;
    expect(user).toMatchObject({
      displayName: "Grace Hopper",
      givenName: "Grace",
      familyName: "Hopper",
      locale: "fr",
      pictureURL: PICTURE,
    });
    const [address] = user.address;
    expect(address).toMatchObject({
      streetAddress: "1 Main St",
      city: "Arlington",
      region: "VA",
      postalCode: "22201",
      country: "USA",
    });
    expect(user.address).toHaveLength(1);
  },
);

test.each([
  ["of other types", { name: 7, given_name: ["x"], picture: {}, locale: null, address: "Main St" }],
  [
    "too long",
    {
      name: "x".repeat(256),
      family_name: "y".repeat(256),
      picture: `https://example.com/${"z".repeat(2_048)}`,
    },
  ],
  ["an empty address", { address: {} }],
])("a sign-in ignores invalid claims: %s", async (_, person) => {
  const email = newEmail();
  const before = await signIn(email, { displayName: "Grace" }, CLAIMS);
  const after = await signIn(email, SILENT, person);
  expect({ status: after.status, familyName: after.body.data.user.familyName }).toEqual({
    status: 200,
    familyName: "Hopper",
  });
  expect(after.body.data.user.address).toEqual(before.body.data.user.address);
});

test("a sign-in with a token older than the newest one changes no profile value", async () => {
  const email = newEmail();
  await signIn(email, SILENT, CLAIMS);
  await testEnv.DB.prepare("UPDATE identities SET token_at = token_at + 60000 WHERE email = ?")
    .bind(email)
    .run();
  const old = await signIn(email, SILENT, { ...CLAIMS, name: "An older name", family_name: "Murray" });
  expect({
    trips: old.trips,
    displayName: old.body.data.user.displayName,
    familyName: old.body.data.user.familyName,
  }).toEqual({
    trips: 1,
    displayName: "Grace Hopper",
    familyName: "Hopper",
  });
  const said = await signIn(email, { displayName: "Amazing Grace" }, { family_name: "Murray" });
  expect([said.body.data.user.displayName, said.body.data.user.familyName]).toEqual([
    "Amazing Grace",
    "Hopper",
  ]);
});

test("four parallel changes of a profile leave one of them complete", async () => {
  const email = newEmail();
  await signIn(email, SILENT);
  const names = Array.from({ length: 4 }, (_, at) => ({ displayName: `Name ${at}`, locale: `l${at}` }));
  const answers = await Promise.all(names.map((said) => signIn(email, said)));
  expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200, 200]);
  const { body } = await signIn(email, SILENT);
  const { displayName, locale, version } = body.data.user;
  expect([`l${displayName.slice(5)}`, version]).toEqual([locale, 5]);
});

test.each([true, false])(
  "a sign-in, also the first, reports email_verification_changed if the client sends %s and the token the opposite",
  async (said) => {
    const email = newEmail();
    const token = await tokenFor(email, { emailVerified: !said });
    for (const didSignUp of [true, false]) {
      const { body } = await call("POST", "/v1/users/self/auth-sync", {
        token,
        body: syncBody(email, { isEmailVerified: said }),
      });
      expect(body.data).toMatchObject({
        didSignUp,
        tokenRefreshRequired: true,
        tokenRefreshReason: "email_verification_changed",
      });
    }
  },
);

test("a repeated Idempotency-Key of the first sign-in returns the first response, also in parallel", async () => {
  const email = newEmail();
  const key = { "idempotency-key": newId("req") };
  const answers = await Promise.all(
    Array.from({ length: 5 }, () => signIn(email, { displayName: "Grace" }, {}, key)),
  );
  expect(answers.map(({ status, body }) => [status, body.data?.didSignUp])).toEqual(
    Array(5).fill([200, true]),
  );
  expect(new Set(answers.map(({ body }) => body.eventKey)).size).toBe(1);
  const other = await signIn(email, { displayName: "Other" }, {}, key);
  expect({ status: other.status, code: other.body.code }).toEqual({
    status: 409,
    code: "failed_precondition",
  });
});

test("a repeated Idempotency-Key of a profile change undoes no later change", async () => {
  const email = newEmail();
  const key = { "idempotency-key": newId("req") };
  await signIn(email, SILENT);
  const first = await signIn(email, { displayName: "One" }, {}, key);
  await signIn(email, { displayName: "Two" });
  const repeat = await signIn(email, { displayName: "One" }, {}, key);
  expect({
    eventKey: repeat.body.eventKey,
    didSignUp: repeat.body.data.didSignUp,
    displayName: repeat.body.data.user.displayName,
  }).toEqual({ eventKey: first.body.eventKey, didSignUp: false, displayName: "Two" });
});

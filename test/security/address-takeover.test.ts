/**
 * Promise: An email address belongs to the identity that proved it last, and shares and invitations to it
 * reach no other identity. Attack: A user proved an address once and kept it after the address passed to
 * somebody else. Shares still reached the former holder. Identities with a different current address could
 * claim invitations.
 */
import { expect, test } from "vitest";
import { testEnv } from "../support/setup/env.ts";
import { claim, grantsOf, invite, mayRead, newAddress, signIn, signInToken } from "../support/http/invite.ts";
import { signUp } from "../support/http/person.ts";
import { call } from "../support/http/call.ts";
import { idFromBytes, newId } from "../../src/domain/ids.ts";

const newSub = (): string => newId("req");

type SignedIn = Awaited<ReturnType<typeof signIn>>;

/** The addresses that the sign-in reports as verified. */
function verifiedOf({ answer }: SignedIn): string[] {
  return answer.body.data.user.emails
    .filter(({ verifiedAt }: any) => verifiedAt !== null)
    .map(({ email }: any) => email);
}

async function holdersOf(email: string): Promise<string[]> {
  const select = "SELECT user_id AS id FROM user_emails WHERE email = ? AND verified_at IS NOT NULL";
  return (await testEnv.DB.prepare(select).bind(email).all<{ id: string }>()).results.map(({ id }) => id);
}

async function reachedBy(sharer: Awaited<ReturnType<typeof signUp>>, email: string): Promise<string[]> {
  const { answer } = await invite(sharer, [sharer.personalId], [email], ["read"]);
  return answer.body.data.existingUsers.map(({ id }: any) => id);
}

test("another identity's proof takes over the address and the shares with it", async () => {
  const [ada, email] = [await signUp(), newAddress()];
  const first = await signIn({ email, sub: newSub() });
  expect(await reachedBy(ada, email)).toEqual([first.userId]);
  const second = await signIn({ email, sub: newSub() });
  expect({ verified: verifiedOf(second), holders: await holdersOf(email) }).toEqual({
    verified: [email],
    holders: [second.userId],
  });
  expect(await reachedBy(ada, email)).toEqual([second.userId]);
});

test("an older token of the former holder does not win the address back, and a newer one does", async () => {
  const [email, sub] = [newAddress(), newSub()];
  const first = await signIn({ email, sub });
  const second = await signIn({ email, sub: newSub() });
  await testEnv.DB.prepare("UPDATE identities SET token_at = token_at + 5000 WHERE email = ?")
    .bind(email)
    .run();
  const late = await signIn({ email, sub });
  expect([late.answer.trips <= 2, verifiedOf(late), await holdersOf(email)]).toEqual([
    true,
    [],
    [second.userId],
  ]);
  await testEnv.DB.prepare("UPDATE identities SET token_at = token_at - 10000 WHERE email = ?")
    .bind(email)
    .run();
  expect(verifiedOf(await signIn({ email, sub }))).toEqual([email]);
  expect(await holdersOf(email)).toEqual([first.userId]);
});

test("a token with another address, or with an unverified one, ends the earlier verification", async () => {
  const [email, other, sub] = [newAddress(), newAddress(), newSub()];
  await signIn({ email, sub });
  const moved = await signIn({ email: other, sub });
  expect({
    verified: verifiedOf(moved),
    email: moved.answer.body.data.user.email,
    holders: await holdersOf(email),
  }).toEqual({
    verified: [other],
    email: other,
    holders: [],
  });
  const unproven = await signIn({ email: other, sub, verified: false });
  expect({ verified: verifiedOf(unproven), holders: await holdersOf(other) }).toEqual({
    verified: [],
    holders: [],
  });
  const again = await signIn({ email: other, sub, verified: false });
  expect({ trips: again.answer.trips, eventKey: again.answer.body.eventKey }).toEqual({
    trips: 1,
    eventKey: "",
  });
});

test("a former holder of an address cannot claim an invitation to it", async () => {
  const [ada, email, sub] = [await signUp(), newAddress(), newSub()];
  await signIn({ email, sub });
  const moved = await signIn({ email: newAddress(), sub });
  const { tokenId } = await invite(ada, [ada.personalId], [email], ["read"]);
  expect((await claim(moved.token, tokenId)).body.code).toBe("not_found");
  const former = await signInToken({ email, sub });
  await signIn({ email, sub: newSub() });
  await testEnv.DB.prepare(
    "UPDATE identities SET token_at = token_at + 5000 WHERE email = ? AND email_verified = 1",
  )
    .bind(email)
    .run();
  expect((await claim(former, tokenId)).body.code).toBe("not_found");
  expect(await mayRead(moved.token, ada.personalId)).toBe(false);
});

test("a token from before its identity changed or lost the address cannot claim an invitation", async () => {
  const [ada, email, sub] = [await signUp(), newAddress(), newSub()];
  const former = (await signIn({ email, sub })).token;
  const { tokenId } = await invite(ada, [ada.personalId], [newAddress()], ["read"]);
  await testEnv.DB.prepare("UPDATE invitations SET email = ? WHERE id = ?").bind(email, tokenId).run();
  const moved = await signIn({ email: newAddress(), sub });
  await testEnv.DB.prepare("UPDATE identities SET token_at = token_at + 5000 WHERE user_id = ?")
    .bind(moved.userId)
    .run();
  expect((await claim(former, tokenId)).body.code).toBe("not_found");
  // A second identity proves the address and then moves to another one. The address then belongs to nobody,
  // and the first identity does not get it back.
  const [lost, next] = [newAddress(), newSub()];
  const first = await signIn({ email: lost, sub: newSub() });
  await signIn({ email: lost, sub: next });
  await signIn({ email: newAddress(), sub: next });
  await testEnv.DB.prepare("UPDATE identities SET token_at = token_at + 5000 WHERE user_id = ?")
    .bind(first.userId)
    .run();
  await testEnv.DB.prepare("UPDATE invitations SET email = ? WHERE id = ?").bind(lost, tokenId).run();
  expect((await claim(first.token, tokenId)).body.code).toBe("not_found");
  expect(await mayRead(first.token, ada.personalId)).toBe(false);
});

test("each identity of a merged account proves and withdraws its own address only", async () => {
  const [one, two, oldSub, keptSub] = [newAddress(), newAddress(), newSub(), newSub()];
  const [old, kept] = [await signIn({ email: one, sub: oldSub }), await signIn({ email: two, sub: keptSub })];
  const body = { newUserID: kept.userId, oldUserId: old.userId, reason: "one person" };
  const headers = { "x-merge-authorization": `Bearer ${old.token}` };
  expect((await call("PUT", "/v1/users/merge", { token: kept.token, body, headers })).status).toBe(200);
  const both = await signIn({ email: one, sub: oldSub });
  expect({
    userId: both.userId,
    verified: verifiedOf(both).toSorted(),
    email: both.answer.body.data.user.email,
  }).toEqual({
    userId: kept.userId,
    verified: [one, two].toSorted(),
    email: one,
  });
  const moved = await signIn({ email: newAddress(), sub: oldSub });
  expect({ hasTwo: verifiedOf(moved).includes(two), hasOne: verifiedOf(moved).includes(one) }).toEqual({
    hasTwo: true,
    hasOne: false,
  });
});

test("twenty concurrent proofs of one address leave one holder", async () => {
  const email = newAddress();
  const known = await Promise.all(
    Array.from({ length: 10 }, async () => ({ sub: newSub(), email: newAddress() })),
  );
  for (const who of known) await signIn(who);
  const subs = [...known.map(({ sub }) => sub), ...Array.from({ length: 10 }, newSub)];
  const answers = await Promise.all(subs.map(async (sub) => await signIn({ email, sub })));
  expect(new Set(answers.map(({ answer }) => answer.status))).toEqual(new Set([200]));
  expect(await holdersOf(email)).toHaveLength(1);
});

test("any sign-in with a verified address redeems the shares that wait for it", async () => {
  const [ada, email, sub] = [await signUp(), newAddress(), newSub()];
  const first = await signIn({ email, sub });
  await testEnv.DB.prepare("UPDATE users SET lifecycle_state = 'suspended' WHERE id = ?")
    .bind(first.userId)
    .run();
  const { answer } = await invite(ada, [ada.personalId], [email], ["read"]);
  expect(answer.body.data.newUsers).toHaveLength(1);
  await testEnv.DB.prepare("UPDATE users SET lifecycle_state = 'active' WHERE id = ?")
    .bind(first.userId)
    .run();
  const again = await signIn({ email, sub });
  expect({ trips: again.answer.trips, grants: await grantsOf(first.userId, ada.personalId) }).toEqual({
    trips: 2,
    grants: ["read"],
  });
  expect((await signIn({ email, sub })).answer.trips).toBe(1);
  expect(idFromBytes("user", again.answer.body.data.user.id)).toBe(first.userId);
});

import type { Action } from "../../../src/domain/access.ts";
import { idFromBytes, newId } from "../../../src/domain/ids.ts";
import { call, type CallResult } from "./call.ts";
import { testEnv } from "../setup/env.ts";
import { type Person, syncBody, tokenFor } from "./person.ts";

export const DAY_MS = 24 * 60 * 60 * 1000;

export const newAddress = (name = "grace"): string => `${name}-${newId("req").slice(4)}@example.com`;

export interface Invited {
  readonly answer: CallResult<any>;
  readonly publicToken: string;
  /** The token id as a string. */
  readonly tokenId: string;
}

/** Shares with addresses. Returns the first invitation's tokens. */
export async function invite(
  inviter: Person,
  collectionIds: readonly string[],
  emails: readonly string[],
  actions: readonly Action[],
): Promise<Invited> {
  const body = { actions, collectionIds, shareTo: [], shareToEmails: emails };
  const answer = await call("POST", "/v1/share-collections", { token: inviter.token, body });
  const first = answer.body.data.newUsers?.[0];
  const tokenId = first === undefined ? "" : idFromBytes("token", first.token);
  return { answer, publicToken: first?.publicToken ?? "", tokenId };
}

export interface SignIn {
  readonly email: string;
  readonly verified?: boolean;
  /** Default: derived from the address. */
  readonly sub?: string;
}

export async function signInToken({ email, verified = true, sub }: SignIn): Promise<string> {
  return await tokenFor(email, { emailVerified: verified, sub });
}

export async function signIn(who: SignIn) {
  const token = await signInToken(who);
  const body = syncBody(who.email, { isEmailVerified: who.verified ?? true });
  const answer = await call("POST", "/v1/users/self/auth-sync", { token, body });
  return { token, answer, userId: idFromBytes("user", answer.body.data.user.id) };
}

export async function claim(token: string, claimToken: string, method: "GET" | "POST" = "POST") {
  return await call(method, `/v1/claim-token/${claimToken}`, { token });
}

export async function revoke(token: string, claimToken: string) {
  return await call("DELETE", `/v1/claim-token/${claimToken}`, { token });
}

export async function modifyPermissions(
  person: { readonly token: string },
  collectionId: string,
  userId: string,
  actions: readonly Action[],
) {
  return await call("POST", "/v1/modify-collection-permissions", {
    token: person.token,
    body: { collectionId, userId, actions },
  });
}

export async function mayRead(token: string, collectionId: string): Promise<boolean> {
  return (await call("GET", `/v1/collections/${collectionId}`, { token })).status === 200;
}

/** The top collections of a tree, as string ids. */
export function topCollectionsOf(tree: readonly any[]): string[] {
  return tree.map((node) => idFromBytes("col", node.collection.id));
}

/** A user whose signed-in address is not verified yet. `verify` returns a token with the verified claim. */
export async function unverified(email = newAddress()) {
  const { token, userId } = await signIn({ email, verified: false });
  return { email, token, userId, verify: async () => await tokenFor(email) };
}

/** Backdates an invitation. */
export async function backdateInvitation(tokenId: string, ms: number): Promise<void> {
  await testEnv.DB.prepare("UPDATE invitations SET expires_at = expires_at - ? WHERE id = ?")
    .bind(ms, tokenId)
    .run();
}

/** The user's direct grants on the collection, in alphabetical order. */
export async function grantsOf(userId: string, collectionId: string): Promise<string[]> {
  const found = await testEnv.DB.prepare(
    "SELECT action FROM grants WHERE user_id = ? AND collection_id = ? ORDER BY action",
  )
    .bind(userId, collectionId)
    .all<{ action: string }>();
  return found.results.map((row) => row.action);
}

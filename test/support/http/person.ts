import { type TokenClaims, userToken } from "../../../scripts/lib/user-token.ts";
import { idFromBytes, newId } from "../../../src/domain/ids.ts";
import { testEnv } from "../setup/env.ts";
import { call } from "./call.ts";
import type { RequestBody } from "./operation-id.ts";

/** A signed-in person with the ids that most tests need, as strings. */
export interface Person {
  readonly email: string;
  readonly token: string;
  readonly userId: string;
  readonly organizationId: string;
  readonly tenantId: string;
  readonly rootId: string;
  readonly personalId: string;
}

export async function tokenFor(email: string, claims: Omit<TokenClaims, "email"> = {}): Promise<string> {
  return await userToken(testEnv.TEST_SECRETS, { email, ...claims });
}

type SyncBody = RequestBody<"syncUser">;

/** The body of a first sign-in. */
export function syncBody(email: string, overrides: Partial<SyncBody> = {}): SyncBody {
  return {
    defaultOrganizationDisplayName: "Analytical Engines",
    defaultOrganizationName: "analytical-engines",
    defaultOrganizationSlug: "",
    defaultProjectDisplayName: "First project",
    defaultProjectName: "first-project",
    defaultProjectSlug: "",
    deviceID: "device",
    displayName: email.split("@")[0] ?? "",
    email,
    isEmailVerified: true,
    locale: "en",
    photoURL: "",
    userAgent: "test",
    ...overrides,
  };
}

/** Signs up a new user: every test has its own users and organization. */
export async function signUp(name = "ada"): Promise<Person> {
  const email = `${name}-${newId("req").slice(4)}@example.com`;
  const token = await tokenFor(email);
  const { body } = await call("syncUser", { token, body: syncBody(email) });
  const root = body.data.workingContext.CollectionTree[0];
  const personal = root?.children.find(({ collection }) => collection.collectionKind === "personal");
  if (root === undefined || personal === undefined)
    throw new Error("The sign-in returned no personal collection.");
  return {
    email,
    token,
    userId: idFromBytes("user", body.data.user.id),
    organizationId: idFromBytes("org", body.data.workingContext.organizationId),
    tenantId: idFromBytes("tenant", body.data.workingContext.tenantId),
    rootId: idFromBytes("col", root.collection.id),
    personalId: idFromBytes("col", personal.collection.id),
  };
}

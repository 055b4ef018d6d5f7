import { join } from "node:path";
import * as z from "zod";
import { Failure } from "../../../scripts/lib/failure.ts";
import { userToken } from "../../../scripts/lib/user-token.ts";
import { PROJECT_ROOT } from "../../../scripts/lib/project.ts";
import { localSecrets } from "../../../scripts/lib/secrets.ts";
import { idFromBytes } from "../../../src/domain/ids.ts";
import { type ServerProcess, startServer } from "./server-process.ts";

/** Starts the service as `npm start` does, without rate limits. @param vars additional settings */
export async function startService(
  stateFolder: string,
  vars: Readonly<Record<string, string>> = {},
): Promise<ServerProcess> {
  const script = join(PROJECT_ROOT, "scripts", "start.ts");
  const settings = Object.entries({ RATE_LIMITS: "off", ...vars }).flatMap(([name, value]) => [
    "--var",
    `${name}:${value}`,
  ]);
  return await startServer(script, ["--port", "0", "--persist-to", stateFolder, ...settings]);
}

/** Maximum number of addresses of one share request. */
const SHARED_AT_ONCE = 100;

const bytes = z.array(z.int());
const context = z.object({
  organizationId: bytes,
  tenantId: bytes,
  CollectionTree: z.array(z.object({ collection: z.object({ id: bytes }) })).min(1),
});
const signedIn = z.object({ workingContext: context });
const collection = z.object({ id: bytes });
const thread = z.object({ threadId: bytes });

/** A user of the service. */
export interface Member {
  readonly email: string;
  readonly authorization: string;
  readonly context: z.output<typeof context>;
  /** Headers of the sign-in response. */
  readonly headers: Headers;
}

/** @throws Failure unless it succeeds */
export async function call<T>(
  origin: string,
  authorization: string,
  method: string,
  path: string,
  body: unknown,
  data: z.ZodType<T>,
) {
  const headers = { authorization, "content-type": "application/json" };
  const response = await fetch(`${origin}${path}`, {
    method,
    headers,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const answer = z.object({ message: z.string(), data: z.unknown() }).parse(await response.json());
  if (!response.ok) throw new Failure(`${method} ${path}: ${answer.message}`);
  return { data: data.parse(answer.data), headers: response.headers };
}

/** Signs a user up or in. */
export async function signIn(origin: string, stateFolder: string, name: string): Promise<Member> {
  const email = `${name}@example.com`;
  const authorization = `Bearer ${await userToken(await localSecrets(stateFolder), { email })}`;
  const names = [
    "defaultOrganizationName",
    "defaultOrganizationDisplayName",
    "defaultProjectName",
    "defaultProjectDisplayName",
    "displayName",
  ];
  const nothing = ["defaultOrganizationSlug", "defaultProjectSlug", "photoURL", "userAgent", "deviceID"];
  const body = {
    email,
    isEmailVerified: true,
    locale: "en",
    ...Object.fromEntries(names.map((field) => [field, name])),
    ...Object.fromEntries(nothing.map((field) => [field, ""])),
  };
  const { data, headers } = await call(
    origin,
    authorization,
    "POST",
    "/v1/users/self/auth-sync",
    body,
    signedIn,
  );
  return { email, authorization, context: data.workingContext, headers };
}

/** Grants all of them chat access to the collection. */
export async function letChat(
  origin: string,
  authorization: string,
  collectionId: string,
  members: readonly Member[],
): Promise<void> {
  const emails = members.map(({ email }) => email);
  for (let at = 0; at < emails.length; at += SHARED_AT_ONCE) {
    const share = {
      actions: ["chat"],
      collectionIds: [collectionId],
      shareTo: [],
      shareToEmails: emails.slice(at, at + SHARED_AT_ONCE),
    };
    await call(origin, authorization, "POST", "/v1/share-collections", share, z.unknown());
  }
}

export interface Place {
  readonly members: readonly Member[];
  /** @returns the thread's id */
  readonly startThread: () => Promise<string>;
}

/** Creates a collection of the first member's in which all members may chat. */
export async function createPlace(
  origin: string,
  stateFolder: string,
  names: readonly string[],
): Promise<Place> {
  const members = await Promise.all(names.map(async (name) => await signIn(origin, stateFolder, name)));
  const [owner, ...others] = members;
  const root = owner?.context.CollectionTree[0]?.collection.id;
  if (owner === undefined || root === undefined) throw new Failure("The member has no root collection.");
  const { authorization, context: organizationContext } = owner;
  const made = await call(
    origin,
    authorization,
    "POST",
    `/v1/collection/${idFromBytes("col", root)}`,
    { label: "A crowd" },
    collection,
  );
  await letChat(origin, authorization, idFromBytes("col", made.data.id), others);
  const startThread = async (): Promise<string> => {
    const body = {
      assetIds: [],
      collectionId: made.data.id,
      collectionIds: [],
      label: "A crowd",
      organizationContext,
    };
    return idFromBytes(
      "thread",
      (await call(origin, authorization, "POST", "/v1/threads", body, thread)).data.threadId,
    );
  };
  return { members, startThread };
}

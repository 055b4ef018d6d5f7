import type { Audience } from "../operation.ts";

export const SECURITY_SCHEMES = {
  userToken: {
    type: "http",
    scheme: "bearer",
    bearerFormat: "JWT",
    description: "An OIDC ID token of a configured issuer.",
  },
  apiKey: {
    type: "http",
    scheme: "bearer",
    bearerFormat: "kwp_…",
    description: "An API key: acts for its user, limited to its actions and collections.",
  },
  session: {
    type: "apiKey",
    in: "cookie",
    name: "__Host-knowledge",
    description:
      "The session of a browser. The cookie counts only from the service's own pages, with the header " +
      "`x-knowledge-session: 1`. On loopback without TLS its name is `knowledge-` and the port.",
  },
  serviceToken: {
    type: "http",
    scheme: "bearer",
    description: "The secret of a service principal with the named scope.",
  },
  mergeAuthorization: {
    type: "apiKey",
    in: "header",
    name: "x-merge-authorization",
    description: "`Bearer` and a token of the account to merge, issued in the last five minutes.",
  },
  publicAccessToken: {
    type: "apiKey",
    in: "query",
    name: "publicAccessToken",
    description: "The public token of a thread's link.",
  },
  signedUrl: {
    type: "apiKey",
    in: "query",
    name: "token",
    description: "Part of a signed URL; use the URL unchanged.",
  },
} as const;

export type Requirement = Partial<Record<keyof typeof SECURITY_SCHEMES, readonly string[]>>;

/** The alternative credentials of an operation; an empty list requires none. */
export function securityOf(who: Audience, byKey: boolean, bySession = true): Requirement[] {
  if (who === "anyone") return [];
  const users = [
    { userToken: [] },
    ...(bySession ? [{ session: [] }] : []),
    ...(byKey ? [{ apiKey: [] }] : []),
  ];
  if (who === "user") return users;
  if (who === "user_or_guest") return [...users, { publicAccessToken: [] }];
  const forServices = { serviceToken: [who.service] };
  return who.orUser === true ? [forServices, { userToken: [], mergeAuthorization: [] }] : [forServices];
}

/** One plural phrase for each alternative. A session is a credential of a signed-in user. */
export function audienceOf(security: readonly Requirement[]): string[] {
  return security.length === 0 ? ["anyone"] : security.filter(({ session }) => !session).map(callers);
}

function callers({
  apiKey,
  serviceToken,
  mergeAuthorization,
  publicAccessToken,
  signedUrl,
}: Requirement): string {
  if (apiKey !== undefined) return "their API keys";
  if (serviceToken !== undefined) return `services with the scope \`${serviceToken.join(" ")}\``;
  if (publicAccessToken !== undefined) return "guests with the thread's public token";
  if (signedUrl !== undefined) return "anyone with the signed URL";
  return mergeAuthorization === undefined
    ? "signed-in users"
    : "signed-in users with a token of the other account";
}

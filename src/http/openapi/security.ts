import type { Who } from "../operation.ts";

export const SECURITY_SCHEMES = {
  userToken: { type: "http", scheme: "bearer", bearerFormat: "JWT", description: "An OIDC ID token of a configured issuer." },
  serviceToken: { type: "http", scheme: "bearer", description: "The secret of a service principal that has the named scope." },
  mergeAuthorization: {
    type: "apiKey",
    in: "header",
    name: "x-merge-authorization",
    description: "`Bearer` and a token of the account that is to be merged, issued at most five minutes ago.",
  },
  publicAccessToken: { type: "apiKey", in: "query", name: "publicAccessToken", description: "The public token of a thread's link." },
  signedUrl: { type: "apiKey", in: "query", name: "token", description: "Part of a URL that the service signed; use the URL as it came." },
} as const;

type Requirement = Partial<Record<keyof typeof SECURITY_SCHEMES, readonly string[]>>;

/** The alternatives of an operation; none means that nothing is asked for. */
export function securityOf(who: Who): Requirement[] {
  if (who === "anyone") return [];
  if (who === "user") return [{ userToken: [] }];
  if (who === "user_or_guest") return [{ userToken: [] }, { publicAccessToken: [] }];
  const forServices = { serviceToken: [who.service] };
  return who.orUser === true ? [forServices, { userToken: [], mergeAuthorization: [] }] : [forServices];
}

export function whoMayCall(who: Who): string {
  if (who === "anyone") return "For anyone.";
  if (who === "user") return "For signed-in users.";
  if (who === "user_or_guest") return "For signed-in users, and for guests with the thread's public token.";
  const others = who.orUser === true ? ", and for signed-in users who bring the other account's token" : "";
  return `For services with the scope \`${who.service}\`${others}.`;
}

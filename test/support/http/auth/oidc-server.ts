import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { exportJWK, generateKeyPair } from "jose";
import Provider from "oidc-provider";

export const CLIENT_ID = "knowledge";
const CLIENT_SECRET = "a-secret-that-only-the-service-and-its-issuer-know";

/** A real OpenID provider on loopback, whose login form accepts any name. */
export interface OidcServer {
  readonly issuer: string;
  /** The settings of a service that signs browsers in here. */
  readonly settings: Readonly<Record<"ISSUERS" | "SIGN_IN", string>>;
  /** Registers the service, whose address is known only after its start. */
  register(serviceOrigin: string): Promise<void>;
  /** Names of accounts that the provider has closed. */
  readonly closed: Set<string>;
  /** Overrides of an account's claims, by name. */
  readonly claims: Map<string, object>;
  /** Paths of the requests that the provider answered. */
  readonly asked: string[];
  /** Whether the provider answers 503 to everything. */
  isDown: boolean;
  close(): Promise<void>;
}

/** @param local further issuers of the service, such as its own */
export async function startOidcServer(local: readonly object[] = []): Promise<OidcServer> {
  let answer: RequestListener | null = null;
  const http = createServer((request, response) => {
    server.asked.push(new URL(request.url ?? "/", server.issuer).pathname);
    if (server.isDown || answer === null) return void response.writeHead(503).end();
    answer(request, response);
  });
  await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
  const issuer = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
  const trusted = { issuer, audience: CLIENT_ID, jwksUrl: `${issuer}/jwks`, trustEmail: true };
  const signIn = {
    issuer,
    clientId: CLIENT_ID,
    clientSecret: CLIENT_SECRET,
    label: "Company account",
    scopes: "openid email profile offline_access",
    parameters: { prompt: "consent" },
  };
  const server: OidcServer = {
    issuer,
    settings: { ISSUERS: JSON.stringify([trusted, ...local]), SIGN_IN: JSON.stringify([signIn]) },
    register: async (origin) => {
      answer = (await createProvider(server, origin)).callback();
    },
    closed: new Set(),
    claims: new Map(),
    asked: [],
    isDown: false,
    close: () =>
      new Promise((resolve) => {
        http.close(() => resolve());
        http.closeAllConnections();
      }),
  };
  return server;
}

async function createProvider({ issuer, closed, claims }: OidcServer, origin: string): Promise<Provider> {
  const { privateKey } = await generateKeyPair("ES256", { extractable: true });
  const key = { ...(await exportJWK(privateKey)), kid: "one", alg: "ES256", use: "sig" };
  return new Provider(issuer, {
    clients: [
      {
        client_id: CLIENT_ID,
        client_secret: CLIENT_SECRET,
        redirect_uris: [`${origin}/session/callback`],
        post_logout_redirect_uris: [`${origin}/sign-in`],
        grant_types: ["authorization_code", "refresh_token"],
        token_endpoint_auth_method: "client_secret_post",
        id_token_signed_response_alg: "ES256",
      },
    ],
    jwks: { keys: [key] },
    pkce: { required: () => true },
    scopes: ["openid", "email", "profile", "offline_access"],
    claims: { email: ["email", "email_verified"], profile: ["name", "locale"] },
    conformIdTokenClaims: false,
    cookies: { keys: ["a key of the provider's own cookies"] },
    features: { devInteractions: { enabled: true }, rpInitiatedLogout: { enabled: true } },
    findAccount: (_: unknown, name: string) =>
      closed.has(name) ? undefined : { accountId: name, claims: () => claimsOf(name, claims.get(name)) },
  });
}

function claimsOf(name: string, changes: object = {}): object {
  return { sub: name, email: `${name}@example.com`, email_verified: true, name, ...changes };
}

import * as oauth from "oauth4webapi";
import type { SignInIssuer } from "../config.ts";
import { MS_PER_HOUR } from "../domain/time.ts";
import { SignInFailure } from "../domain/sign-in-failure.ts";

/** The values that tie a callback to the browser that began the sign-in. */
export interface SignInProof {
  readonly state: string;
  readonly nonce: string;
  /** The PKCE code verifier. */
  readonly verifier: string;
}

export interface IssuedTokens {
  /** The ID token, whose signature the caller must verify. Null if a refresh returned none. */
  readonly idToken: string | null;
  /** Null if the issuer gave none. */
  readonly refreshToken: string | null;
}

const TIMEOUT_MS = 10_000;
const METADATA_AGE_MS = MS_PER_HOUR;

const known = new Map<string, { readonly at: number; readonly server: oauth.AuthorizationServer }>();

/** The service as a client of an OIDC issuer. */
export class OidcClient {
  readonly #issuer: SignInIssuer;

  constructor(issuer: SignInIssuer) {
    this.#issuer = issuer;
  }

  static newProof(): SignInProof {
    return {
      state: oauth.generateRandomState(),
      nonce: oauth.generateRandomNonce(),
      verifier: oauth.generateRandomCodeVerifier(),
    };
  }

  /**
   * The address of the issuer's sign-in page, for the authorization code flow with PKCE (S256).
   * @throws SignInFailure `provider` if the issuer's metadata cannot be read
   */
  async authorizationUrl(redirectUri: string, { state, nonce, verifier }: SignInProof): Promise<string> {
    const { authorization_endpoint: endpoint } = await serverOf(this.#issuer);
    if (endpoint === undefined) throw new SignInFailure("provider", "no_authorization_endpoint");
    const url = new URL(endpoint);
    const query = {
      ...this.#issuer.parameters,
      response_type: "code",
      client_id: this.#issuer.clientId,
      redirect_uri: redirectUri,
      scope: this.#issuer.scopes,
      state,
      nonce,
      code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
      code_challenge_method: "S256",
    };
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    return url.href;
  }

  /**
   * Checks the issuer's response (`state`, `iss`, `error`), and exchanges its code for tokens. Checks the
   * nonce, issuer and audience of the ID token, but not its signature.
   * @throws SignInFailure
   */
  async redeemCode(
    response: URLSearchParams,
    redirectUri: string,
    { state, nonce, verifier }: SignInProof,
  ): Promise<IssuedTokens> {
    const server = await serverOf(this.#issuer);
    const client = clientOf(this.#issuer);
    const parameters = ask(() => oauth.validateAuthResponse(server, client, response, state), "state");
    return await asking("token", async () => {
      const answer = await oauth.authorizationCodeGrantRequest(
        server,
        client,
        authenticationOf(this.#issuer, server),
        parameters,
        redirectUri,
        verifier,
        optionsOf(this.#issuer),
      );
      const how = { expectedNonce: nonce, requireIdToken: true };
      return tokensOf(await oauth.processAuthorizationCodeResponse(server, client, answer, how));
    });
  }

  /**
   * Exchanges a refresh token for new tokens.
   * @throws SignInFailure `denied` if the issuer refuses the token, `provider` if it does not answer
   */
  async refresh(refreshToken: string): Promise<IssuedTokens> {
    const server = await serverOf(this.#issuer);
    const client = clientOf(this.#issuer);
    return await asking("token", async () => {
      const answer = await oauth.refreshTokenGrantRequest(
        server,
        client,
        authenticationOf(this.#issuer, server),
        refreshToken,
        optionsOf(this.#issuer),
      );
      return tokensOf(await oauth.processRefreshTokenResponse(server, client, answer));
    });
  }

  /** The address at which the issuer ends its own session; null if it has none or does not answer. */
  async endSessionUrl(returnTo: string): Promise<string | null> {
    const server = await serverOf(this.#issuer).catch(() => null);
    if (server?.end_session_endpoint === undefined) return null;
    const url = new URL(server.end_session_endpoint);
    url.searchParams.set("client_id", this.#issuer.clientId);
    url.searchParams.set("post_logout_redirect_uri", returnTo);
    return url.href;
  }
}

function tokensOf({
  id_token: idToken,
  refresh_token: refreshToken,
}: oauth.TokenEndpointResponse): IssuedTokens {
  return { idToken: idToken ?? null, refreshToken: refreshToken ?? null };
}

/** The issuer's metadata (OpenID Connect Discovery), which each isolate keeps for an hour. */
async function serverOf(issuer: SignInIssuer): Promise<oauth.AuthorizationServer> {
  const cached = known.get(issuer.issuer);
  if (cached !== undefined && Date.now() - cached.at < METADATA_AGE_MS) return cached.server;
  const url = new URL(issuer.issuer);
  const server = await asking("provider", async () => {
    const response = await oauth.discoveryRequest(url, { algorithm: "oidc", ...optionsOf(issuer) });
    return await oauth.processDiscoveryResponse(url, response);
  });
  known.set(issuer.issuer, { at: Date.now(), server });
  return server;
}

function clientOf({ clientId }: SignInIssuer): oauth.Client {
  return { client_id: clientId };
}

function authenticationOf(
  { clientSecret }: SignInIssuer,
  { token_endpoint_auth_methods_supported: methods }: oauth.AuthorizationServer,
): oauth.ClientAuth {
  if (clientSecret === null) return oauth.None();
  const takesPost = methods?.includes("client_secret_post") ?? false;
  return takesPost ? oauth.ClientSecretPost(clientSecret) : oauth.ClientSecretBasic(clientSecret);
}

/** The settings allow plain http for an issuer on loopback only. */
function optionsOf({ issuer }: SignInIssuer) {
  return {
    signal: () => AbortSignal.timeout(TIMEOUT_MS),
    [oauth.allowInsecureRequests]: issuer.startsWith("http:"),
  };
}

type Reason = SignInFailure["reason"];

async function asking<T>(reason: Reason, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw failureOf(error, reason);
  }
}

function ask<T>(work: () => T, reason: Reason): T {
  try {
    return work();
  } catch (error) {
    throw failureOf(error, reason);
  }
}

/** Errors of the token endpoint that concern the grant. All others concern the service's registration. */
const GRANT_ERRORS = ["invalid_grant", "access_denied"];

/** Codes of oauth4webapi for a response that is none of the protocol, such as the page of a failing proxy. */
const NO_ANSWER: ReadonlySet<string> = new Set([
  oauth.RESPONSE_IS_NOT_CONFORM,
  oauth.RESPONSE_IS_NOT_JSON,
  oauth.PARSE_ERROR,
]);

/**
 * The failure for an error of oauth4webapi. Its errors contain tokens and claims, so the failure gets only
 * codes.
 */
function failureOf(error: unknown, reason: Reason): SignInFailure {
  if (error instanceof oauth.AuthorizationResponseError)
    return new SignInFailure(error.error === "access_denied" ? "denied" : "provider", error.error);
  if (error instanceof oauth.ResponseBodyError)
    return new SignInFailure(GRANT_ERRORS.includes(error.error) ? "grant" : "provider", error.error);
  if (error instanceof oauth.OperationProcessingError && NO_ANSWER.has(error.code ?? ""))
    return new SignInFailure("provider", error.code ?? "");
  if (error instanceof oauth.OperationProcessingError) return new SignInFailure(reason, error.code ?? "");
  return new SignInFailure("provider", error instanceof Error ? error.name : "unknown");
}

import { hashOfSessionSecret } from "../../auth/session-secret.ts";
import { ServiceError } from "../../domain/errors.ts";
import { sha256Hex } from "../../domain/sha256.ts";
import type { BrowserRequest } from "../../domain/session.ts";
import { authenticatorOf } from "../context/authenticator-of.ts";
import type { Context } from "../context/context.ts";
import { type StartedSession, startSession } from "./internal/start-session.ts";

const ANOTHER_LINK = "Make another one with `npm run link`.";

/**
 * Redeems a one-time link of the machine on which the service runs, and begins a session for its user. Works
 * only with an issuer marked as local, which no production environment has.
 * @throws ServiceError `permission_denied` outside of the service's own pages, or if the service makes no
 * links; `failed_precondition` for a used link; `not_found` for an unknown or expired one
 */
export async function signInOnce(ctx: Context, { once }: { once: string }): Promise<StartedSession> {
  const browser = requireBrowser(ctx);
  const { config, platform } = ctx;
  const token = config.issuers.some(({ local }) => local)
    ? await platform.redeemOneTimeLink(await sha256Hex(once))
    : "unsupported";
  if (token === "unsupported")
    throw new ServiceError("permission_denied", "This service makes no one-time links.");
  if (token === "used") throw new ServiceError("failed_precondition", `This link was used. ${ANOTHER_LINK}`);
  if (token === null)
    throw new ServiceError("not_found", `This link has expired, or there is no such link. ${ANOTHER_LINK}`);
  const user = await authenticatorOf(config).authenticate(`Bearer ${token.idToken}`);
  const isLocal =
    user.kind === "user" && config.issuers.some(({ issuer, local }) => local && issuer === user.issuer);
  if (!isLocal) throw new ServiceError("permission_denied", "This service makes no one-time links.");
  const earlier = browser.secret === null ? null : await hashOfSessionSecret(browser.secret);
  return await startSession(ctx, user, { agent: browser.agent, earlier, refreshToken: null });
}

/**
 * Returns the browser of a request from the service's own pages.
 * @throws ServiceError `permission_denied` for other requests
 */
function requireBrowser({ browser }: Context): BrowserRequest {
  if (browser !== null) return browser;
  throw new ServiceError(
    "permission_denied",
    "Only the service's own pages may sign in, over https or on loopback, with the header x-knowledge-session: 1.",
  );
}

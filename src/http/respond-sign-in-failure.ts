import { SignInFailure } from "../domain/sign-in-failure.ts";
import { countRejection } from "./middleware/rate-limit.ts";
import type { AppContext } from "./request-scope.ts";

/**
 * Sends a browser whose sign-in failed to the sign-in page, which explains the reason. Counts the failure by
 * address.
 * @param to path to which another try returns
 * @throws other errors, and `resource_exhausted` after too many failures
 */
export async function respondSignInFailure(c: AppContext, error: unknown, to: string): Promise<Response> {
  if (!(error instanceof SignInFailure)) throw error;
  const { reason, detail } = error;
  c.var.scope.rejection = { code: "unauthenticated", reason: `sign-in ${reason} ${detail}` };
  const limit = await countRejection(c);
  if (limit !== null) throw limit;
  const query = new URLSearchParams({ error: reason, ...(to === "/" ? {} : { to }) });
  c.header("referrer-policy", "no-referrer");
  return c.redirect(`/sign-in?${query.toString()}`, 303);
}

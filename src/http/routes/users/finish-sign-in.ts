import { SignInFailure } from "../../../domain/sign-in-failure.ts";
import { finishSignIn } from "../../../services/users/finish-sign-in.ts";
import type { RawRoute } from "../../register.ts";
import { serviceContext } from "../../request-scope.ts";
import { setFlowCookie, setSessionCookie, signInBrowser } from "../../session-cookie.ts";
import { respondSignInFailure } from "../../respond-sign-in-failure.ts";

/** Receives a browser back from an OIDC issuer, and begins its session. */
export const finishSignInRoute: RawRoute = {
  id: "finishSignIn",
  method: "GET",
  path: "/session/callback",
  audience: "anyone",
  access: "Anyone with the response of an issuer",
  summary: "Finish a sign-in at an issuer.",
  async handle(c) {
    const browser = signInBrowser(c);
    if (browser === null) return await respondSignInFailure(c, new SignInFailure("insecure", "no_tls"), "/");
    setFlowCookie(c, null);
    const finished = await finishSignIn(serviceContext(c), {
      response: new URL(c.req.url).searchParams,
      origin: browser.origin,
      flow: browser.flow,
      agent: c.req.header("user-agent") ?? "",
    });
    if ("failure" in finished) return await respondSignInFailure(c, finished.failure, finished.to);
    setSessionCookie(c, finished.secret);
    c.header("referrer-policy", "no-referrer");
    return c.redirect(finished.to, 303);
  },
};

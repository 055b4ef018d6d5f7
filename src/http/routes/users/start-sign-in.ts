import { SignInFailure } from "../../../domain/sign-in-failure.ts";
import { ownPath } from "../../../domain/own-path.ts";
import { startSignIn } from "../../../services/users/start-sign-in.ts";
import type { RawRoute } from "../../register.ts";
import { serviceContext } from "../../request-scope.ts";
import { setFlowCookie, signInBrowser } from "../../session-cookie.ts";
import { respondSignInFailure } from "../../respond-sign-in-failure.ts";

/** Sends a browser to the sign-in page of an OIDC issuer. */
export const startSignInRoute: RawRoute = {
  id: "startSignIn",
  method: "GET",
  path: "/session/start",
  audience: "anyone",
  access: "Anyone",
  summary: "Send a browser to an issuer's sign-in page.",
  async handle(c) {
    const to = ownPath(c.req.query("to") ?? "/");
    const browser = signInBrowser(c);
    try {
      if (browser === null) throw new SignInFailure("insecure", "no_tls");
      const { origin, earlier } = browser;
      const issuer = c.req.query("issuer") ?? null;
      const { location, flow } = await startSignIn(serviceContext(c), { issuer, to, origin, earlier });
      setFlowCookie(c, flow);
      return c.redirect(location, 302);
    } catch (error) {
      return await respondSignInFailure(c, error, to);
    }
  },
};

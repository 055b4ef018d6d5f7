import { accepts } from "hono/accepts";
import { envelope } from "../../envelope.ts";
import { homePage } from "../../reference/home-page.ts";
import { contentSecurityPolicy } from "../../content-security-policy.ts";
import { respondStaticText, staticText } from "../../static-text.ts";
import { REFERENCE_STYLE } from "../../reference/style.ts";
import type { RawRoute } from "../../register.ts";
import type { AppContext } from "../../request-scope.ts";

/** Serves the root: a page for browsers, and the same information as JSON for programs. */
export const getHomeRoute: RawRoute = {
  id: "getHome",
  method: "GET",
  path: "/",
  audience: "anyone",
  access: "Anyone",
  summary: "The service's name and the links to its documentation.",
  async handle(c) {
    const wanted = accepts(c, {
      header: "Accept",
      supports: ["application/json", "text/html"],
      default: "application/json",
    });
    return wanted === "text/html" ? await answerPage(c) : answerJson(c);
  },
};

async function answerPage(c: AppContext): Promise<Response> {
  return respondStaticText(c, await staticText(await homePage(c.var.scope.config)), {
    "content-type": "text/html; charset=utf-8",
    "content-security-policy": await contentSecurityPolicy(REFERENCE_STYLE),
    "referrer-policy": "no-referrer",
    vary: "Accept",
  });
}

function answerJson(c: AppContext): Response {
  const { operationId, startedAt, config } = c.var.scope;
  const data = {
    name: "knowledge-workspace",
    version: config.buildVersion,
    openapi: "/openapi.json",
    reference: "/reference",
    status: "/status",
    issuers: config.issuers.map(({ issuer, audience }) => ({ issuer, audience })),
  };
  c.header("vary", "Accept");
  return c.json(
    envelope({
      code: "ok",
      message: "The service is running.",
      data,
      operationId,
      duration: Date.now() - startedAt,
    }),
  );
}

import { envelope } from "../../envelope.ts";
import { acceptsHtml, respondConsole } from "../../console/respond-console.ts";
import type { RawRoute } from "../../register.ts";
import type { AppContext } from "../../request-scope.ts";

/** Serves the root: the console for browsers, and the links to the documentation as JSON for programs. */
export const getHomeRoute: RawRoute = {
  id: "getHome",
  method: "GET",
  path: "/",
  audience: "anyone",
  access: "Anyone",
  summary: "The service's name and the links to its documentation.",
  async handle(c) {
    return acceptsHtml(c) ? await respondConsole(c) : answerJson(c);
  },
};

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

import { type OpenApiInput, openApiDocument } from "../openapi.ts";
import type { RawRoute } from "../register.ts";
import { answerPublicText, type PublicText, publicText } from "../public-text.ts";

/** @param tables read at the first request, because this route stands in one of them */
export function openApiRoute(tables: () => Pick<OpenApiInput, "operations" | "rawRoutes">): RawRoute {
  let rendered: PublicText | null = null;
  return {
    id: "getOpenApiDocument",
    method: "GET",
    path: "/openapi.json",
    who: "anyone",
    access: "Anyone",
    summary: "This document.",
    async handle(c) {
      rendered ??= await publicText(JSON.stringify(openApiDocument({ ...tables(), version: c.var.scope.config.buildVersion })));
      return answerPublicText(c, rendered, { "content-type": "application/json" });
    },
  };
}

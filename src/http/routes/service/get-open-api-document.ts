import { builtDocument } from "../../openapi/built-document.ts";
import { respondStaticText, type StaticText, staticText } from "../../static-text.ts";
import type { RawRoute } from "../../register.ts";

let rendered: StaticText | null = null;

export const getOpenApiDocumentRoute: RawRoute = {
  id: "getOpenApiDocument",
  method: "GET",
  path: "/openapi.json",
  audience: "anyone",
  access: "Anyone",
  summary: "This document.",
  async handle(c) {
    rendered ??= await staticText(JSON.stringify(await builtDocument(c.var.scope.config.buildVersion)));
    return respondStaticText(c, rendered, { "content-type": "application/json" });
  },
};

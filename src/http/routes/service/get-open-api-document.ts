import { builtDocument } from "../../openapi/built-document.ts";
import { answerPublicText, type PublicText, publicText } from "../../public-text.ts";
import type { RawRoute } from "../../register.ts";

let rendered: PublicText | null = null;

export const openApiRoute: RawRoute = {
  id: "getOpenApiDocument",
  method: "GET",
  path: "/openapi.json",
  who: "anyone",
  access: "Anyone",
  summary: "This document.",
  async handle(c) {
    rendered ??= await publicText(JSON.stringify(await builtDocument(c.var.scope.config.buildVersion)));
    return answerPublicText(c, rendered, { "content-type": "application/json" });
  },
};

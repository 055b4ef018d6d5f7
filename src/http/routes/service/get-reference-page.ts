import type { Config } from "../../../config.ts";
import { builtDocument } from "../../openapi/built-document.ts";
import { contentSecurityPolicy } from "../../content-security-policy.ts";
import { respondStaticText, type StaticText, staticText } from "../../static-text.ts";
import { referencePage } from "../../reference/reference-page.ts";
import { firstSteps } from "../../reference/first-steps.ts";
import { REFERENCE_STYLE } from "../../reference/style.ts";
import type { RawRoute } from "../../register.ts";

let page: StaticText | null = null;

export const getReferencePageRoute: RawRoute = {
  id: "getReferencePage",
  method: "GET",
  path: "/reference",
  audience: "anyone",
  access: "Anyone",
  summary: "Every operation on one page, for people.",
  async handle(c) {
    page ??= await render(c.var.scope.config);
    return respondStaticText(c, page, {
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": await contentSecurityPolicy(REFERENCE_STYLE),
      "referrer-policy": "no-referrer",
    });
  },
};

async function render(config: Config): Promise<StaticText> {
  return await staticText(await referencePage(await builtDocument(config.buildVersion), firstSteps(config)));
}

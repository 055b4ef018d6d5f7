import type { Config } from "../../../config.ts";
import { builtDocument } from "../../openapi/built-document.ts";
import { pagePolicy } from "../../page-policy.ts";
import { answerPublicText, type PublicText, publicText } from "../../public-text.ts";
import { referencePage } from "../../reference/reference-page.ts";
import { firstSteps } from "../../reference/first-steps.ts";
import { REFERENCE_STYLE } from "../../reference/style.ts";
import type { RawRoute } from "../../register.ts";

let page: PublicText | null = null;

export const referenceRoute: RawRoute = {
  id: "getReferencePage",
  method: "GET",
  path: "/reference",
  who: "anyone",
  access: "Anyone",
  summary: "Every operation on one page, for people.",
  async handle(c) {
    page ??= await render(c.var.scope.config);
    return answerPublicText(c, page, {
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": await pagePolicy(REFERENCE_STYLE),
      "referrer-policy": "no-referrer",
    });
  },
};

async function render(config: Config): Promise<PublicText> {
  return await publicText(await referencePage(await builtDocument(config.buildVersion), firstSteps(config)));
}

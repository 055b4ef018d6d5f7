import { type OpenApiInput, openApiDocument } from "../openapi.ts";
import { answerPublicText, type PublicText, publicText } from "../public-text.ts";
import { referencePage } from "../reference-page.ts";
import { REFERENCE_STYLE } from "../reference/style.ts";
import type { RawRoute } from "../register.ts";

/** @param tables read at the first request, because this route stands in one of them */
export function referenceRoute(tables: () => Pick<OpenApiInput, "operations" | "rawRoutes">): RawRoute {
  let rendered: Promise<readonly [page: PublicText, policy: string]> | null = null;
  return {
    id: "getReferencePage",
    method: "GET",
    path: "/reference",
    who: "anyone",
    access: "Anyone",
    summary: "Every operation on one page, for people.",
    async handle(c) {
      rendered ??= Promise.all([
        referencePage(openApiDocument({ ...tables(), version: c.var.scope.config.buildVersion })).then(publicText),
        contentPolicy(REFERENCE_STYLE),
      ]);
      const [page, policy] = await rendered;
      return answerPublicText(c, page, {
        "content-type": "text/html; charset=utf-8",
        "content-security-policy": policy,
        "referrer-policy": "no-referrer",
      });
    },
  };
}

/** Nothing but this one style: no script, no request, no form, no frame around it. */
async function contentPolicy(style: string): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(style)));
  const hash = btoa(String.fromCharCode(...digest));
  return `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;
}

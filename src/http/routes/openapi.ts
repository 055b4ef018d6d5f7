import { sha256Hex } from "../../domain/hash.ts";
import { type OpenApiInput, openApiDocument } from "../openapi.ts";
import type { RawRoute } from "../register.ts";

interface Rendered {
  readonly text: string;
  readonly etag: string;
}

/** @param tables read at the first request, because this route stands in one of them */
export function openApiRoute(tables: () => Pick<OpenApiInput, "operations" | "rawRoutes">): RawRoute {
  let rendered: Rendered | null = null;
  return {
    id: "getOpenApiDocument",
    method: "GET",
    path: "/openapi.json",
    who: "anyone",
    access: "Anyone",
    summary: "This document.",
    async handle(c) {
      rendered ??= await render({ ...tables(), version: c.var.scope.config.buildVersion });
      const { text, etag } = rendered;
      const headers = { "cache-control": "public, max-age=300", etag: `"${etag}"`, "x-content-type-options": "nosniff" };
      const known = c.req.header("if-none-match")?.includes(`"${etag}"`) ?? false;
      if (known) return new Response(null, { status: 304, headers });
      return new Response(text, { headers: { ...headers, "content-type": "application/json" } });
    },
  };
}

async function render(input: OpenApiInput): Promise<Rendered> {
  const text = JSON.stringify(openApiDocument(input));
  return { text, etag: (await sha256Hex(text)).slice(0, 32) };
}

import { sha256Hex } from "../domain/sha256.ts";
import type { AppContext } from "./request-scope.ts";

/** A text that is equal for all callers, and its etag. */
export interface StaticText {
  readonly text: string;
  readonly etag: string;
}

export async function staticText(text: string): Promise<StaticText> {
  return { text, etag: (await sha256Hex(text)).slice(0, 32) };
}

/** Responds with the text and cache headers, or with 304 if the caller already has the text. */
export function respondStaticText(
  c: AppContext,
  { text, etag }: StaticText,
  headers: Readonly<Record<string, string>>,
): Response {
  const caching = {
    "cache-control": "public, max-age=300",
    etag: `"${etag}"`,
    "x-content-type-options": "nosniff",
  };
  const known = c.req.header("if-none-match")?.includes(`"${etag}"`) ?? false;
  if (known) return new Response(null, { status: 304, headers: caching });
  return new Response(text, { headers: { ...caching, ...headers } });
}

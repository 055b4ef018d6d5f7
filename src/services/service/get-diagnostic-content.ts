import { verifyDiagnosticToken } from "../../auth/diagnostic-token.ts";
import { diagnosticKey } from "../../domain/diagnostic.ts";
import { notFound } from "../../domain/errors.ts";
import type { Id } from "../../domain/ids.ts";
import type { Context } from "../context/context.ts";

export interface GetDiagnosticContentInput {
  readonly diagnosticId: Id<"diag">;
  readonly token: string;
}

/**
 * Returns the content of a client's diagnostic report by its signed URL.
 * @throws ServiceError `permission_denied` for an invalid token, `not_found` if the report is deleted
 */
export async function getDiagnosticContent(
  ctx: Context,
  { diagnosticId, token }: GetDiagnosticContentInput,
): Promise<unknown> {
  await verifyDiagnosticToken(ctx.config.urlSigningKeys, token, diagnosticId, ctx.now);
  const object = await ctx.platform.bucket.get(diagnosticKey(diagnosticId));
  if (object === null) throw notFound("diagnostic");
  return await object.json();
}

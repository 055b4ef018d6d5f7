import { signDiagnosticToken } from "../../auth/diagnostic-token.ts";
import { DIAGNOSTIC_URL_SECONDS } from "../../domain/diagnostic.ts";
import { notFound } from "../../domain/errors.ts";
import type { Id } from "../../domain/ids.ts";
import { findDiagnostic, keptSince } from "../../storage/d1/service/diagnostics.ts";
import type { Context } from "../context/context.ts";
import { readAsService } from "../context/service-writer.ts";
import { MS_PER_SECOND } from "../../domain/time.ts";

/**
 * Returns a URL that gives access to a diagnostic report for one hour.
 * @throws ServiceError `not_found`, also for a report older than 30 days
 */
export async function getDiagnostic(
  ctx: Context,
  { diagnosticId }: { readonly diagnosticId: Id<"diag"> },
): Promise<{ readonly url: string }> {
  const { found } = await readAsService(ctx, { found: findDiagnostic(ctx.db, diagnosticId) });
  if (found[0] === undefined || found[0].createdAt < keptSince(ctx.now)) throw notFound("diagnostic");
  const expiresAt = new Date(ctx.now.getTime() + DIAGNOSTIC_URL_SECONDS * MS_PER_SECOND);
  const token = await signDiagnosticToken(ctx.config.urlSigningKeys, diagnosticId, expiresAt);
  return { url: `${ctx.origin}/v1/diagnostics/${diagnosticId}/content?token=${token}` };
}

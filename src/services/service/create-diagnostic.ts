import { diagnosticKey } from "../../domain/diagnostic.ts";
import { ServiceError } from "../../domain/errors.ts";
import { type Id, newId } from "../../domain/ids.ts";
import { userOf } from "../../storage/d1/core/access.ts";
import { commit } from "../../storage/d1/core/commit.ts";
import { findHasCapacity, hasCapacity, insertDiagnostic } from "../../storage/d1/service/diagnostics.ts";
import { actorSql, type Context, readAsUser } from "../context/context.ts";

export interface CreateDiagnosticInput {
  readonly message: string;
  readonly context: Readonly<Record<string, unknown>>;
}

/**
 * Stores a client's diagnostic report for operators for 30 days.
 * @throws ServiceError `resource_exhausted` after 100 reports of the user on one day
 */
export async function createDiagnostic(
  ctx: Context,
  input: CreateDiagnosticInput,
): Promise<{ readonly diagnosticId: Id<"diag"> }> {
  const { db, now, platform } = ctx;
  const { actor, rows } = await readAsUser(ctx, { room: findHasCapacity(db, actorSql(ctx), now) });
  if (rows.room[0]?.room !== 1)
    throw new ServiceError(
      "resource_exhausted",
      "You have sent 100 diagnostics within a day. Try again later.",
    );
  const diagnosticId = newId("diag");
  // Writes the object before the row. An object without a row is found by its name and deleted when it
  // expires.
  const written = JSON.stringify({ ...input, diagnosticID: diagnosticId, at: now.toISOString() });
  await platform.bucket.put(diagnosticKey(diagnosticId), written, {
    httpMetadata: { contentType: "application/json" },
  });
  await commit(actor.writer, {
    asserts: [{ name: "few_diagnostics", holds: hasCapacity(userOf(actor.id), now) }],
    writes: [insertDiagnostic(db, diagnosticId, actor.id, now)],
    audit: { organizationId: actor.organizationId, targetId: diagnosticId },
  });
  return { diagnosticId };
}

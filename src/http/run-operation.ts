import { sha256Hex } from "../domain/sha256.ts";
import { invalidField, ServiceError } from "../domain/errors.ts";
import { type IdempotencyKey, RepeatedRequest } from "../domain/idempotency.ts";
import type { Principal } from "../domain/principal.ts";
import { NO_CHANGE, DryRunDone } from "../domain/dry-run.ts";
import { findRepeatedRequest } from "../services/context/find-repeated-request.ts";
import { labelEffects } from "../services/context/label-effects.ts";
import { asksForDryRun, rejectDryRun } from "./dry-run.ts";
import {
  LANGUAGE_MODEL_OPERATIONS,
  type Operation,
  type OperationRequest,
  type Outcome,
} from "./operation.ts";
import { requireRate } from "./middleware/rate-limit.ts";
import { type AppContext, serviceContext } from "./request-scope.ts";
import { retryOnConflict } from "./retry-on-conflict.ts";
import { presentDryRun } from "./wire/dry-run.ts";

const DRY_RUN = "Dry run: nothing was changed.";
/**
 * Number of requests that a dry run counts as. It makes the change, reverts it, and compares access before
 * and after.
 */
const REQUESTS_PER_DRY_RUN = 10;
const KEY = /^[\x21-\x7e]{1,255}$/;

/**
 * Runs an operation's use case. Repeats it after a conflict, but does not run it again for a repeated
 * `Idempotency-Key`.
 */
export async function runOperation(
  c: AppContext,
  operation: Operation,
  request: OperationRequest,
): Promise<Outcome<unknown>> {
  const isDryRun = operation.takesDryRun !== null && asksForDryRun(c);
  if (operation.takesDryRun === null && (operation.changes || LANGUAGE_MODEL_OPERATIONS.has(operation.id)))
    rejectDryRun(c);
  if (isDryRun && operation.takesDryRun === "access") return await rehearseOperation(c, operation, request);
  const idempotency = operation.changes && !isDryRun ? await idempotencyKey(c, operation) : null;
  const run = async (): Promise<Outcome<unknown>> =>
    await operation.handle({ ...serviceContext(c), idempotency }, request);
  if (idempotency === null) return await retryOnConflict(run);
  try {
    return await retryOnConflict(run);
  } catch (error) {
    const first =
      error instanceof RepeatedRequest
        ? error
        : await findRepeatedRequest({ ...serviceContext(c), idempotency }, error);
    return await replay(c, operation, request, idempotency, first);
  }
}

/**
 * Runs the use case as a dry run, whose commit only reports the effects. Ignores and does not store the
 * idempotency key.
 */
async function rehearseOperation(
  c: AppContext,
  operation: Operation,
  request: OperationRequest,
): Promise<Outcome<unknown>> {
  for (let request = 1; request < REQUESTS_PER_DRY_RUN; request += 1) await requireRate(c, "request");
  const ctx = { ...serviceContext(c), isDryRun: true };
  try {
    await retryOnConflict(async () => await operation.handle(ctx, request));
    return { data: presentDryRun(NO_CHANGE, []), message: DRY_RUN };
  } catch (error) {
    if (!(error instanceof DryRunDone)) throw error;
    return { data: presentDryRun(error.dryRun, await labelEffects(ctx, error.dryRun)), message: DRY_RUN };
  }
}

async function replay(
  c: AppContext,
  operation: Operation,
  request: OperationRequest,
  idempotency: IdempotencyKey,
  repeated: RepeatedRequest,
): Promise<Outcome<unknown>> {
  if (repeated.bodyHash !== idempotency.bodyHash) {
    throw new ServiceError("failed_precondition", "Another request has used this Idempotency-Key.");
  }
  const ctx = serviceContext(c);
  const present = operation.replay ?? ((again, input) => operation.handle(again, input));
  const outcome = await present(ctx, request, repeated.targetId, repeated.first);
  c.var.scope.eventKey = repeated.eventId;
  return outcome;
}

async function idempotencyKey(c: AppContext, operation: Operation): Promise<IdempotencyKey | null> {
  const key = c.req.header("idempotency-key");
  if (key === undefined) return null;
  if (!KEY.test(key)) throw invalidField("Idempotency-Key", "must be 1 to 255 visible ASCII characters");
  const { pathname, search } = new URL(c.req.url);
  const body = operation.body === null ? "" : await c.req.text();
  return {
    key,
    principal: principalKey(c.var.scope.principal),
    operation: operation.id,
    bodyHash: await sha256Hex(`${pathname}${search}\n${body}`),
  };
}

function principalKey(principal: Principal): string {
  switch (principal.kind) {
    case "user":
      return `user:${principal.issuer} ${principal.subject}`;
    case "key":
      return principal.keyId;
    case "service":
      return `service:${principal.name}`;
    case "guest":
    case "anonymous":
      return principal.kind;
    default:
      return principal satisfies never;
  }
}

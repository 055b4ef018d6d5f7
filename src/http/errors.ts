import { CommitConflict } from "../domain/conflicts.ts";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import { HTTPException } from "hono/http-exception";
import type * as z from "zod";
import { formatZodIssue } from "../domain/format-zod-issue.ts";
import {
  type BodyFault,
  type ErrorCode,
  type FieldIssue,
  OutOfRangeError,
  ServiceError,
} from "../domain/errors.ts";
import { QuotaError } from "../domain/quota.ts";

const STATUS: Record<ErrorCode, ContentfulStatusCode> = {
  invalid_argument: 400,
  unauthenticated: 401,
  permission_denied: 403,
  not_found: 404,
  already_exists: 409,
  failed_precondition: 409,
  aborted: 412,
  out_of_range: 416,
  resource_exhausted: 429,
  unimplemented: 501,
  unavailable: 503,
  deadline_exceeded: 504,
  internal: 500,
};

const BODY_FAULT_STATUS: Record<BodyFault, ContentfulStatusCode> = {
  too_large: 413,
  wrong_type: 415,
  no_length: 411,
};

/** The path exists, but not for this method. */
export class MethodNotAllowedError extends ServiceError {
  readonly allowed: readonly string[];

  constructor(allowed: readonly string[]) {
    super("unimplemented", `This path takes ${allowed.join(", ")}.`);
    this.allowed = allowed;
  }
}

/** The HTTP status for a code of the contract. Only this function maps codes to statuses. */
export function statusOf(error: ServiceError): ContentfulStatusCode {
  if (error instanceof MethodNotAllowedError) return 405;
  return error.bodyFault === null ? STATUS[error.code] : BODY_FAULT_STATUS[error.bodyFault];
}

/** Headers that the error's status requires. */
export function headersOf(error: ServiceError, challenge = "Bearer"): Record<string, string> {
  if (error instanceof MethodNotAllowedError) return { allow: error.allowed.join(", ") };
  if (error.code === "unauthenticated") return { "www-authenticate": challenge };
  if (error instanceof OutOfRangeError) return { "content-range": `bytes */${error.size}` };
  if (error instanceof QuotaError) return { "retry-after": String(error.retryAfterSeconds) };
  if (error.code === "resource_exhausted") return { "retry-after": "60" };
  if (error.code === "unavailable") return { "retry-after": "1" };
  return {};
}

/** Converts any thrown value to an error for the caller. An unexpected error reveals no details. */
export function toServiceError(error: unknown): ServiceError {
  if (error instanceof ServiceError) return error;
  if (error instanceof HTTPException && error.status === 400) {
    return new ServiceError("invalid_argument", "The body is not well-formed JSON.", { cause: error });
  }
  if (error instanceof CommitConflict) {
    return new ServiceError(
      "unavailable",
      "Another request changed the same records at the same time. Try again.",
      { cause: error },
    );
  }
  return new ServiceError("internal", "Something went wrong on our side.", { cause: error });
}

/** @param issues issues of the schema; their paths become text such as `collectionIds.0` */
export function fieldErrors(issues: readonly z.core.$ZodIssue[]): ServiceError {
  const fields: FieldIssue[] = issues
    .slice(0, 20)
    .map(formatZodIssue)
    .map(({ path, message }) => ({ path: path.map(String).join("."), message }));
  const first = fields[0];
  const where = first?.path ? `${first.path}: ` : "";
  return new ServiceError("invalid_argument", `${where}${first?.message ?? "The request is not valid."}`, {
    issues: fields,
  });
}

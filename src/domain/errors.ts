/** Error codes of the contract. `http/errors.ts` maps them to HTTP statuses. */
export type ErrorCode =
  | "invalid_argument"
  | "unauthenticated"
  | "permission_denied"
  | "not_found"
  | "already_exists"
  | "failed_precondition"
  | "aborted"
  | "out_of_range"
  | "resource_exhausted"
  | "unimplemented"
  | "unavailable"
  | "deadline_exceeded"
  | "internal";

/** An invalid field of a request, with the reason. The path joins names and indexes with dots. */
export interface FieldIssue {
  readonly path: string;
  readonly message: string;
}

/** Reasons to reject a request body before its fields are parsed. */
export type BodyFault = "too_large" | "wrong_type" | "no_length";

interface ServiceErrorOptions {
  readonly issues?: readonly FieldIssue[];
  readonly bodyFault?: BodyFault;
  readonly cause?: unknown;
}

/** An error for the caller. The caller receives `message`, and the log receives `cause`. */
export class ServiceError extends Error {
  override readonly name = "ServiceError";
  readonly code: ErrorCode;
  readonly issues: readonly FieldIssue[];
  readonly bodyFault: BodyFault | null;

  constructor(code: ErrorCode, message: string, options: ServiceErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.issues = options.issues ?? [];
    this.bodyFault = options.bodyFault ?? null;
  }
}

/** The requested byte range is outside the content. `size` is the length of the content in bytes. */
export class OutOfRangeError extends ServiceError {
  readonly size: number;

  constructor(size: number) {
    super("out_of_range", size === 0 ? "The file is empty." : `The file has the bytes 0 to ${size - 1}.`);
    this.size = size;
  }
}

/** Returns the error for an invalid field: a ServiceError `invalid_argument` that names the field. */
export function invalidField(path: string, message: string): ServiceError {
  return new ServiceError("invalid_argument", `${path}: ${message}`, { issues: [{ path, message }] });
}

/** Returns the error for a full disk. The service or its storage rejected the write. */
export function diskFull(cause?: unknown): ServiceError {
  const message =
    "The disk of this service is nearly full. The service rejects changes until there is space again.";
  return new ServiceError("unavailable", message, { cause });
}

export function notFound(what: string): ServiceError {
  return new ServiceError("not_found", `There is no such ${what}, or you may not read it.`);
}

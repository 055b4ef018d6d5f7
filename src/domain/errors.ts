/** The contract's error codes. Only http/errors.ts knows their HTTP statuses. */
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

/** An invalid field: its path in the body, with dots between names and indexes, and the reason. */
export interface FieldIssue {
  readonly path: string;
  readonly message: string;
}

/** Why the service rejected a body before it parsed the fields. */
export type BodyFault = "too_large" | "wrong_type" | "no_length";

interface ServiceErrorOptions {
  readonly issues?: readonly FieldIssue[];
  readonly bodyFault?: BodyFault;
  readonly cause?: unknown;
}

/** An error for the caller. `message` is for the caller, `cause` for the log. */
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

/** A byte range outside the content. `size` is the content's length. */
export class OutOfRangeError extends ServiceError {
  readonly size: number;

  constructor(size: number) {
    super("out_of_range", size === 0 ? "The file is empty." : `The file has the bytes 0 to ${size - 1}.`);
    this.size = size;
  }
}

/** @throws ServiceError `invalid_argument`, naming the field */
export function invalidField(path: string, message: string): ServiceError {
  return new ServiceError("invalid_argument", `${path}: ${message}`, { issues: [{ path, message }] });
}

/** The disk is full: the service or the store rejected the write. */
export function diskFull(cause?: unknown): ServiceError {
  const message = "The disk of this service is nearly full. The service rejects changes until there is space again.";
  return new ServiceError("unavailable", message, { cause });
}

export function notFound(what: string): ServiceError {
  return new ServiceError("not_found", `There is no such ${what}, or you may not read it.`);
}

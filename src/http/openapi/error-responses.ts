import type { Operation } from "../operation.ts";
import type { JsonSchema, OperationSchemas } from "./json-schemas.ts";
import type { ResponseDocs } from "./operation-docs.ts";

const SCHEMA: JsonSchema = {
  allOf: [
    { $ref: "#/components/schemas/Envelope" },
    { type: "object", properties: { data: { $ref: "#/components/schemas/ErrorData" } }, required: ["data"] },
  ],
};

interface ErrorKind {
  readonly name: string;
  readonly code: string;
  readonly description: string;
  readonly header?: readonly [name: string, description: string];
}

/** The contract's errors by HTTP status. */
const ERRORS: Readonly<Record<string, ErrorKind>> = {
  400: {
    name: "InvalidArgument",
    code: "invalid_argument",
    description: "Malformed JSON, a missing or wrong field, a bad identifier.",
  },
  401: {
    name: "Unauthenticated",
    code: "unauthenticated",
    description: "The credential is missing, expired or invalid.",
    header: ["WWW-Authenticate", "`Bearer`"],
  },
  403: {
    name: "PermissionDenied",
    code: "permission_denied",
    description:
      "The caller may read the record, but not change it in this way, or may not call the operation.",
  },
  404: {
    name: "NotFound",
    code: "not_found",
    description: "There is no such record, or the caller may not read it.",
  },
  409: {
    name: "FailedPrecondition",
    code: "failed_precondition",
    description:
      "`failed_precondition`: the wrong state, or the caller has not signed in with `syncUser`. `already_exists`: a unique value exists.",
  },
  411: { name: "LengthRequired", code: "invalid_argument", description: "`Content-Length` is missing." },
  412: { name: "Aborted", code: "aborted", description: "`If-Match` does not match." },
  413: {
    name: "TooLarge",
    code: "invalid_argument",
    description: "The body is too large; JSON may have 1 MiB.",
  },
  415: { name: "WrongType", code: "invalid_argument", description: "The body has another content type." },
  416: { name: "OutOfRange", code: "out_of_range", description: "The byte range is outside the file." },
  429: {
    name: "ResourceExhausted",
    code: "resource_exhausted",
    description: "A rate limit or a quota.",
    header: ["Retry-After", "Seconds."],
  },
  500: {
    name: "Internal",
    code: "internal",
    description: "A fault of the service. The log has the operation id.",
  },
  503: {
    name: "Unavailable",
    code: "unavailable",
    description: "Unavailable at the moment. Try again.",
    header: ["Retry-After", "Seconds."],
  },
};

export type ErrorStatus = 400 | 401 | 403 | 404 | 409 | 411 | 412 | 413 | 415 | 416;

/** Components for `#/components/responses`. */
export function errorComponents(): Record<string, ResponseDocs> {
  return Object.fromEntries(Object.values(ERRORS).map((kind) => [kind.name, errorComponent(kind)]));
}

/** References to the responses for these statuses, and for 429, 500 and 503. */
export function errorResponses(statuses: readonly ErrorStatus[]): Record<string, { $ref: string }> {
  return Object.fromEntries(
    [...statuses, 429, 500, 503].map((status) => [
      status,
      { $ref: `#/components/responses/${ERRORS[status]?.name}` },
    ]),
  );
}

/** Matches a reference to an identifier in the schema of a body. */
const NAMES_RECORD = /\/(?:\w+Identifier|IdentifierBytes)"/;

/** The error statuses of an operation, derived from its callers and its input. */
export function operationErrors(
  { audience: who, path, changes }: Operation,
  { query, body }: OperationSchemas,
): ErrorStatus[] {
  const takesInput = path.includes("{") || body !== null || Object.keys(query.properties ?? {}).length > 0;
  const namesRecords = path.includes("{") || NAMES_RECORD.test(JSON.stringify(body));
  const statuses: [ErrorStatus, boolean][] = [
    [400, takesInput],
    [401, true],
    [403, who !== "anyone"],
    [404, namesRecords],
    [409, who === "user" || who === "user_or_guest" || (typeof who === "object" && who.orUser === true)],
    [412, changes],
    [413, body !== null],
    [415, body !== null],
  ];
  return statuses.flatMap(([status, happens]) => (happens ? [status] : []));
}

function errorComponent({ code, description, header }: ErrorKind): ResponseDocs {
  const details = {
    consumption: { units: 0 },
    operation: { duration: 1, operationId: "op_01h455vb4pex5vsknk084sn02q" },
  };
  const issues = [{ path: "label", message: "must not be empty" }];
  const data = code === "invalid_argument" ? { issues } : {};
  const example = { code, data, details, done: true, eventKey: "", message: description };
  const headers =
    header === undefined
      ? {}
      : { headers: { [header[0]]: { description: header[1], schema: { type: "string" } } } };
  return { description, ...headers, content: { "application/json": { schema: SCHEMA, example } } };
}

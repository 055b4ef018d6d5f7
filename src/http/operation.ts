import type { OperationId } from "../domain/operation-ids.ts";
import * as z from "zod";
import type { FirstRequest } from "../domain/idempotency.ts";
import type { Id } from "../domain/ids.ts";
import type { ServiceScope } from "../domain/principal.ts";
import type { Context } from "../services/context/context.ts";

/**
 * The allowed callers. Either everybody, a signed-in user, a signed-in user or a guest with a public token,
 * or a service principal with the scope. `orUser` also allows a signed-in user with another account's token
 * in `x-merge-authorization`.
 */
export type Audience =
  | "anyone"
  | "user"
  | "user_or_guest"
  | { readonly service: ServiceScope; readonly orUser?: true };

/** The result of a handler. `respond` adds the other fields of the envelope. */
export interface Outcome<T> {
  readonly data: T;
  /** A sentence for users that replaces the operation's `message`. */
  readonly message?: string;
  /** False if work of the operation continues after the response. */
  readonly done?: boolean;
  /** Tokens that models and ingestion used. */
  readonly units?: number;
  /** Entity tag of the single record in `data`. */
  readonly etag?: string;
  /** Whether `data` is an incomplete collection tree. */
  readonly collectionTreeTruncated?: true;
  /** Value of the session cookie that the response sets; null removes the cookie. */
  readonly session?: string | null;
  /** Whether `data` contains examples. Their identifiers have no kind and stay bytes. */
  readonly areExamples?: true;
}

/** The values from which an operation composes its `message`. */
export interface MessageFacts<T> {
  readonly data: T;
  /** Whether the request caused an audit event. */
  readonly changed: boolean;
  /** False if work of the operation continues after the response. */
  readonly done: boolean;
}

/** The envelope's `message` after a success: one sentence, or a function that returns it. */
export type Message<T> = string | ((facts: MessageFacts<T>) => string);

/** The expected result for another caller. */
export type ExpectedResult = "ok" | "not_found" | "permission_denied";

/** Guarantees for callers, which generated tests check and docs/access.md lists. */
export interface Contract {
  /** D1 round trips of a successful request. */
  readonly trips: number;
  /** The result for a user with only `read`. */
  readonly reader: ExpectedResult;
  /** The result for a user of another tenant; `ok` if the operation concerns only the caller. */
  readonly stranger: ExpectedResult;
}

/** Operations that can call a language model. Each request also counts as a message. */
export const LANGUAGE_MODEL_OPERATIONS: ReadonlySet<string> = new Set([
  "postMessage",
  "askAgain",
  "completeChat",
  "createResponse",
  "enhancePrompt",
]);

/**
 * Returns the path of the console's page for a link to the operation, from the request's parameters; null if
 * the request is no link of a person. A missing parameter is "".
 */
export type LinkedPage = (parameter: (name: string) => string) => string | null;

export interface Operation {
  readonly id: OperationId;
  readonly method: "GET" | "POST" | "PUT" | "DELETE";
  /** Path in the contract's spelling: `/v1/collections/{collectionID}`. */
  readonly path: string;
  readonly audience: Audience;
  /** Whether the operation accepts API keys. Requires that grants alone decide on access. */
  readonly acceptsKeys: boolean;
  /** Whether the operation accepts the session cookie of the service's own pages. */
  readonly acceptsSessions: boolean;
  /** The console's page that a browser opens instead; null for operations whose address nobody copies. */
  readonly linkedPage: LinkedPage | null;
  /** The required right in a few words, such as "`write` on the parent". */
  readonly access: string;
  readonly contract: Contract;
  readonly tag: "users" | "collections" | "assets" | "threads" | "search" | "service";
  readonly summary: string;
  readonly description: string;
  /** Whether the operation writes. Such operations reject HEAD. */
  readonly changes: boolean;
  /**
   * The effect of `dryRun=true`. With `plan`, the use case reports its plan. With `access`, a dry run reports
   * gained and lost access. With null, the operation rejects dry runs.
   */
  readonly takesDryRun: "plan" | "access" | null;
  /** Whether successful responses have the envelope. Errors always have it. */
  readonly envelope: boolean;
  readonly params: z.ZodType;
  readonly query: z.ZodType;
  readonly body: z.ZodType | null;
  /** An example body; null without a body. */
  readonly example: unknown;
  readonly data: z.ZodType;
  readonly message: Message<unknown>;
  handle(ctx: Context, input: OperationRequest): Promise<Outcome<unknown>>;
  /**
   * For a repeated `Idempotency-Key`, presents the current state of the first request's target; null: the
   * operation runs again.
   */
  readonly replay:
    | ((
        ctx: Context,
        input: OperationRequest,
        targetId: Id,
        first: FirstRequest,
      ) => Promise<Outcome<unknown>>)
    | null;
}

/** The validated parts of a request. */
export interface OperationRequest<P = unknown, Q = unknown, B = unknown> {
  readonly params: P;
  readonly query: Q;
  readonly body: B;
}

interface OperationInput<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType, D extends z.ZodType> {
  readonly id: OperationId;
  readonly method: Operation["method"];
  readonly path: string;
  readonly audience: Audience;
  readonly acceptsKeys?: true;
  /** Default: true. */
  readonly acceptsSessions?: false;
  readonly linkedPage?: LinkedPage;
  readonly access: string;
  /** Deviations from `usualContract`. */
  readonly contract?: Partial<Contract>;
  readonly tag: Operation["tag"];
  readonly summary: string;
  readonly description?: string;
  readonly params?: P;
  readonly query?: Q;
  readonly body?: B;
  /** An example body, which tests check against the schema. */
  readonly example?: z.input<B>;
  /** Whether the operation writes. Default: true for every method except GET. */
  readonly changes?: boolean;
  readonly takesDryRun?: "plan" | "access";
  readonly envelope?: boolean;
  /**
   * Schema of `data`, which tests and the OpenAPI document use. The service does not validate responses with
   * it.
   */
  readonly data: D;
  readonly message: Message<z.input<D>>;
  handle(
    ctx: Context,
    input: OperationRequest<z.output<P>, z.output<Q>, z.output<B>>,
  ): Promise<Outcome<z.input<D>>>;
  /**
   * For operations that must not run twice. Checks the permission again and presents the target's current
   * state.
   */
  replay?(
    ctx: Context,
    input: OperationRequest<z.output<P>, z.output<Q>, z.output<B>>,
    targetId: Id,
    first: FirstRequest,
  ): Promise<Outcome<z.input<D>>>;
}

const NOTHING = z.object({});

/**
 * Defines an operation. The result is the source of validation, envelope, OpenAPI document and generated
 * tests.
 */
export function defineOperation<
  P extends z.ZodType = typeof NOTHING,
  Q extends z.ZodType = typeof NOTHING,
  B extends z.ZodType = typeof NOTHING,
  D extends z.ZodType = z.ZodType,
>(input: OperationInput<P, Q, B, D>): Operation {
  const changes = input.changes ?? input.method !== "GET";
  return {
    description: "",
    envelope: true,
    acceptsKeys: false,
    acceptsSessions: true,
    linkedPage: null,
    takesDryRun: null,
    ...input,
    changes,
    contract: { ...usualContract(input.audience, changes), ...input.contract },
    params: input.params ?? NOTHING,
    query: input.query ?? NOTHING,
    body: input.body ?? null,
    example: input.example ?? null,
    message: input.message as Message<unknown>,
    handle: (ctx, request) => input.handle(ctx, request as never),
    replay:
      input.replay === undefined
        ? null
        : (ctx, request, targetId, first) => input.replay!(ctx, request as never, targetId, first),
  };
}

function usualContract(who: Audience, changes: boolean): Contract {
  if (who === "anyone") return { trips: 0, reader: "ok", stranger: "ok" };
  const trips = changes ? 2 : 1;
  if (typeof who === "object") return { trips, reader: "permission_denied", stranger: "permission_denied" };
  return { trips, reader: changes ? "permission_denied" : "ok", stranger: "not_found" };
}

/**
 * Whether the body may be absent: for a DELETE, which may name its records in the query, and for a schema
 * without required fields.
 */
export function mayLackBody(method: string, body: z.ZodType): boolean {
  return method === "DELETE" || body.safeParse({}).success;
}

import type { OperationId } from "../domain/operation-ids.ts";
import * as z from "zod";
import type { FirstRequest } from "../domain/idempotency.ts";
import type { Id } from "../domain/ids.ts";
import type { ServiceScope } from "../domain/principal.ts";
import type { Context } from "../services/context/context.ts";

/**
 * The allowed callers: everybody, a signed-in user, a signed-in user or a guest with a public token, or a
 * service principal with the scope. `orUser` also allows a signed-in user with another account's token in
 * `x-merge-authorization`.
 */
export type Audience = "anyone" | "user" | "user_or_guest" | { readonly service: ServiceScope; readonly orUser?: true };

/** The result of a handler; `respond` adds the rest of the envelope. */
export interface Outcome<T> {
  readonly data: T;
  /** A sentence for users that replaces the operation's `message`. */
  readonly message?: string;
  /** False while work of the operation continues. */
  readonly done?: boolean;
  /** Tokens that models and ingestion used. */
  readonly units?: number;
  /** The tag of the single record in `data`. */
  readonly etag?: string;
  /** `data` is an incomplete tree. */
  readonly collectionTreeTruncated?: true;
  /** `data` contains examples. Their identifiers have no kind and stay bytes. */
  readonly areExamples?: true;
}

/** The input of an operation's `message`. */
export interface MessageFacts<T> {
  readonly data: T;
  /** Whether the request has an audit event. */
  readonly changed: boolean;
  /** False while work of the operation continues. */
  readonly done: boolean;
}

/** The envelope's `message` of a success: one sentence. */
export type Message<T> = string | ((facts: MessageFacts<T>) => string);

/** The expected result for another caller. */
export type ExpectedResult = "ok" | "not_found" | "permission_denied";

/** Guarantees for callers. Generated tests check them, and docs/access.md lists them. */
export interface Contract {
  /** D1 round trips of a successful request. */
  readonly trips: number;
  /** The result for a user with `read` only. */
  readonly reader: ExpectedResult;
  /** The result for a user of another tenant; `ok` if the operation concerns the caller alone. */
  readonly stranger: ExpectedResult;
}

/** Operations that can call a language model. Each request also counts as a message. */
export const LANGUAGE_MODEL_OPERATIONS: ReadonlySet<string> = new Set(["postMessage", "askAgain", "completeChat", "enhancePrompt"]);

export interface Operation {
  readonly id: OperationId;
  readonly method: "GET" | "POST" | "PUT" | "DELETE";
  /** In the contract's spelling: `/v1/collections/{collectionID}`. */
  readonly path: string;
  readonly audience: Audience;
  /** Whether API keys are accepted. Only operations that grants decide completely accept them. */
  readonly acceptsKeys: boolean;
  /** The required right in a few words, such as "`write` on the parent". */
  readonly access: string;
  readonly contract: Contract;
  readonly tag: "users" | "collections" | "assets" | "threads" | "search" | "service";
  readonly summary: string;
  readonly description: string;
  /** Whether the operation writes. Such operations reject HEAD. */
  readonly changes: boolean;
  /**
   * The meaning of `dryRun=true`. `plan`: the use case reports its plan. `access`: a dry run reports gained
   * and lost access. Null: the operation rejects dry runs.
   */
  readonly takesDryRun: "plan" | "access" | null;
  /** False for a response without envelope; errors always have it. */
  readonly envelope: boolean;
  readonly params: z.ZodType;
  readonly query: z.ZodType;
  readonly body: z.ZodType | null;
  /** An example body; null without a body. */
  readonly example: unknown;
  readonly data: z.ZodType;
  readonly message: Message<unknown>;
  handle(ctx: Context, input: OperationRequest): Promise<Outcome<unknown>>;
  /** Presents the current state of the first request's target for a repeated `Idempotency-Key`; null: the operation runs again. */
  readonly replay: ((ctx: Context, input: OperationRequest, targetId: Id, first: FirstRequest) => Promise<Outcome<unknown>>) | null;
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
  readonly access: string;
  /** Differences from `usualContract`. */
  readonly contract?: Partial<Contract>;
  readonly tag: Operation["tag"];
  readonly summary: string;
  readonly description?: string;
  readonly params?: P;
  readonly query?: Q;
  readonly body?: B;
  /** An example body. Tests check it against the schema. */
  readonly example?: z.input<B>;
  /** Default: true for every method except GET. */
  readonly changes?: boolean;
  readonly takesDryRun?: "plan" | "access";
  readonly envelope?: boolean;
  /** The schema of `data`, for tests and the OpenAPI document. Production code does not run it. */
  readonly data: D;
  readonly message: Message<z.input<D>>;
  handle(ctx: Context, input: OperationRequest<z.output<P>, z.output<Q>, z.output<B>>): Promise<Outcome<z.input<D>>>;
  /** For operations that must not run twice: checks permission again and presents the target's current state. */
  replay?(
    ctx: Context,
    input: OperationRequest<z.output<P>, z.output<Q>, z.output<B>>,
    targetId: Id,
    first: FirstRequest,
  ): Promise<Outcome<z.input<D>>>;
}

const NOTHING = z.object({});

/** One object per operation: source of validation, envelope, OpenAPI and generated tests. */
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
    replay: input.replay === undefined ? null : (ctx, request, targetId, first) => input.replay!(ctx, request as never, targetId, first),
  };
}

function usualContract(who: Audience, changes: boolean): Contract {
  if (who === "anyone") return { trips: 0, reader: "ok", stranger: "ok" };
  const trips = changes ? 2 : 1;
  if (typeof who === "object") return { trips, reader: "permission_denied", stranger: "permission_denied" };
  return { trips, reader: changes ? "permission_denied" : "ok", stranger: "not_found" };
}

/** A DELETE may name its records in the query. A schema without required fields needs no body either. */
export function mayLackBody(method: string, body: z.ZodType): boolean {
  return method === "DELETE" || body.safeParse({}).success;
}

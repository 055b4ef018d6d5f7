import * as z from "zod";
import type { FirstRequest } from "../domain/idempotency.ts";
import type { Id } from "../domain/ids.ts";
import type { ServiceScope } from "../domain/principal.ts";
import type { Context } from "../services/context/context.ts";

/**
 * Who may call: everybody, a signed-in user, a signed-in user or a guest with a public token, or a service principal with the scope.
 * `orUser`: also a signed-in user who brings another account's token in `x-merge-authorization`.
 */
export type Who = "anyone" | "user" | "user_or_guest" | { readonly service: ServiceScope; readonly orUser?: true };

/** What a handler gives back; the rest of the envelope is made around it. */
export interface Outcome<T> {
  readonly data: T;
  /** A sentence for a person, where the operation's own `message` is not exact. */
  readonly message?: string;
  /** False while work that the operation started is still under way. */
  readonly done?: boolean;
  /** Tokens that models and ingestion used. */
  readonly units?: number;
  /** Of the one record that is answered. */
  readonly etag?: string;
  /** `data` is a tree of which something was left out. */
  readonly collectionTreeTruncated?: true;
  /** `data` is examples: identifiers in them are of no kind, and stay bytes whatever the request prefers. */
  readonly areExamples?: true;
}

/** Facts that an operation makes its message of. */
export interface MessageFacts<T> {
  readonly data: T;
  /** Whether the request changed anything: it has an audit event. */
  readonly changed: boolean;
  /** False while work that the operation started is still under way. */
  readonly done: boolean;
}

/** The envelope's `message` of a success: one sentence about what happened. */
export type Message<T> = string | ((facts: MessageFacts<T>) => string);

/** What a request answers to somebody else than whom it is for. */
export type Verdict = "ok" | "not_found" | "permission_denied";

/** What callers may rely on beside the answer itself: held by the generated tests, written in docs/access.md. */
export interface Contract {
  /** D1 round trips of a request that succeeds. */
  readonly trips: number;
  /** What the same request answers to somebody who may only read the records. */
  readonly reader: Verdict;
  /** What it answers to somebody of another tenant; `ok` where it is about themselves. */
  readonly stranger: Verdict;
}

/** Operations that have a model write. Each of their requests counts as a message too. */
export const ASKS: ReadonlySet<string> = new Set(["postMessage", "askAgain", "completeChat", "enhancePrompt"]);

export interface Operation {
  readonly id: string;
  readonly method: "GET" | "POST" | "PUT" | "DELETE";
  /** As the contract writes it: `/v1/collections/{collectionID}`. */
  readonly path: string;
  readonly who: Who;
  /** Whether an API key of such a user is taken in the place of their token: where all that it does is decided by grants. */
  readonly byKey: boolean;
  /** Who of these may do it, in a few words: "`write` on the parent". */
  readonly access: string;
  readonly contract: Contract;
  readonly tag: "users" | "collections" | "assets" | "threads" | "search" | "service";
  readonly summary: string;
  readonly description: string;
  /** Whether it changes anything: then HEAD is refused. */
  readonly changes: boolean;
  /**
   * What `dryRun=true` does: `plan`, the verb tells what it would do; `access`, its change is rehearsed, and the answer is who would gain and
   * lose what. Every other change refuses it.
   */
  readonly takesDryRun: "plan" | "access" | null;
  /** False where `data` alone is answered; errors have the envelope nevertheless. */
  readonly envelope: boolean;
  readonly params: z.ZodType;
  readonly query: z.ZodType;
  readonly body: z.ZodType | null;
  /** A body as a client may send it; null: the operation takes none. */
  readonly example: unknown;
  readonly data: z.ZodType;
  readonly message: Message<unknown>;
  handle(ctx: Context, input: OperationRequest): Promise<Outcome<unknown>>;
  /** Presents what a repeated `Idempotency-Key` changed the first time, as it is now; null: the operation is simply run again. */
  readonly replay: ((ctx: Context, input: OperationRequest, targetId: Id, first: FirstRequest) => Promise<Outcome<unknown>>) | null;
}

/** The validated parts of a request. */
export interface OperationRequest<P = unknown, Q = unknown, B = unknown> {
  readonly params: P;
  readonly query: Q;
  readonly body: B;
}

interface OperationInput<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType, D extends z.ZodType> {
  readonly id: string;
  readonly method: Operation["method"];
  readonly path: string;
  readonly who: Who;
  readonly byKey?: true;
  readonly access: string;
  /** Where it differs from other operations of its kind: `usualContract`. */
  readonly contract?: Partial<Contract>;
  readonly tag: Operation["tag"];
  readonly summary: string;
  readonly description?: string;
  readonly params?: P;
  readonly query?: Q;
  readonly body?: B;
  /** A body as a client may send it: documented, and held against the schema by the tests. */
  readonly example?: z.input<B>;
  /** Default: whatever is no GET changes something. */
  readonly changes?: boolean;
  readonly takesDryRun?: "plan" | "access";
  readonly envelope?: boolean;
  /** The answer's `data`: checked by the tests, written into the OpenAPI document, not run in production. */
  readonly data: D;
  readonly message: Message<z.input<D>>;
  handle(ctx: Context, input: OperationRequest<z.output<P>, z.output<Q>, z.output<B>>): Promise<Outcome<z.input<D>>>;
  /** For operations that must not run twice: presents the target as it is now, after checking permission again. */
  replay?(
    ctx: Context,
    input: OperationRequest<z.output<P>, z.output<Q>, z.output<B>>,
    targetId: Id,
    first: FirstRequest,
  ): Promise<Outcome<z.input<D>>>;
}

const NOTHING = z.object({});

/** One object a contract operation: validation, envelope, OpenAPI and the generated tests all come from it. */
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
    byKey: false,
    takesDryRun: null,
    ...input,
    changes,
    contract: { ...usualContract(input.who, changes), ...input.contract },
    params: input.params ?? NOTHING,
    query: input.query ?? NOTHING,
    body: input.body ?? null,
    example: input.example ?? null,
    message: input.message as Message<unknown>,
    handle: (ctx, request) => input.handle(ctx, request as never),
    replay: input.replay === undefined ? null : (ctx, request, targetId, first) => input.replay!(ctx, request as never, targetId, first),
  };
}

function usualContract(who: Who, changes: boolean): Contract {
  if (who === "anyone") return { trips: 0, reader: "ok", stranger: "ok" };
  const trips = changes ? 2 : 1;
  if (typeof who === "object") return { trips, reader: "permission_denied", stranger: "permission_denied" };
  return { trips, reader: changes ? "permission_denied" : "ok", stranger: "not_found" };
}

/** Who deletes may name what in the query; where no field is needed, no body is. */
export function mayLackBody(method: string, body: z.ZodType): boolean {
  return method === "DELETE" || body.safeParse({}).success;
}

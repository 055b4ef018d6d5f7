import type { components, paths } from "./generated/operations.ts";

/** The service's operations as its OpenAPI document describes them. */

export type Schemas = components["schemas"];

export type Method = "GET" | "POST" | "PUT" | "DELETE";

interface AnyOperation {
  readonly parameters: { readonly path?: unknown; readonly query?: unknown };
  readonly responses: { readonly 200: { readonly content: object } };
}

/** `never` if the path lacks the method or returns neither JSON nor text. */
type OperationAt<M extends Method, P extends keyof paths> =
  Lowercase<M> extends infer L extends keyof paths[P]
    ? paths[P][L] extends AnyOperation
      ? paths[P][L]
      : never
    : never;

type ContentOf<O> = O extends { readonly responses: { readonly 200: { readonly content: infer C } } }
  ? C extends { readonly "application/json": infer J }
    ? J
    : C extends { readonly "text/plain": infer T }
      ? T
      : never
  : never;

/** The paths that support a method. */
export type PathOf<M extends Method> = {
  [P in keyof paths]: [ContentOf<OperationAt<M, P>>] extends [never] ? never : P;
}[keyof paths];

type Part<Name extends string, T> = [T] extends [never]
  ? { readonly [N in Name]?: undefined }
  : Record<never, never> extends T
    ? { readonly [N in Name]?: T }
    : { readonly [N in Name]: T };

type ParameterOf<O, Place extends "path" | "query"> = O extends { readonly parameters: infer All }
  ? Place extends keyof All
    ? NonNullable<All[Place]>
    : never
  : never;

type BodyOf<O> = O extends { readonly requestBody?: never }
  ? { readonly body?: undefined }
  : O extends { readonly requestBody: { readonly content: { readonly "application/json": infer B } } }
    ? { readonly body: B }
    : O extends { readonly requestBody?: { readonly content: { readonly "application/json": infer B } } }
      ? { readonly body?: B }
      : { readonly body?: undefined };

/** Undefined query parameters are not sent. */
type Sent<Q> = [Q] extends [never]
  ? never
  : { readonly [F in keyof Q]: Record<never, never> extends Pick<Q, F> ? Q[F] | undefined : Q[F] };

export type RequestInput<M extends Method, P extends keyof paths> = Part<
  "params",
  ParameterOf<OperationAt<M, P>, "path">
> &
  Part<"query", Sent<ParameterOf<OperationAt<M, P>, "query">>> &
  BodyOf<OperationAt<M, P>> & {
    readonly headers?: Readonly<Record<string, string>> | undefined;
    readonly signal?: AbortSignal | undefined;
  };

type Rehearsal = Schemas["Rehearsal"];

/** The result of an operation with a dry run: `dryRun=true` returns the predicted effect. */
type WithDryRun<A, I> = A extends { readonly data: infer D }
  ? [Extract<D, Rehearsal>] extends [never]
    ? A
    : Omit<A, "data"> & {
        readonly data: I extends { readonly query: { readonly dryRun: "true" } }
          ? Rehearsal
          : Exclude<D, Rehearsal>;
      }
  : A;

/** The response: the envelope with its `data`, or bare JSON or text if the operation has no envelope. */
export type AnswerOf<M extends Method, P extends keyof paths, I = unknown> = WithDryRun<
  ContentOf<OperationAt<M, P>>,
  I
>;

export interface Caller {
  request<M extends Method, P extends PathOf<M>, const I extends RequestInput<M, P>>(
    method: M,
    path: P,
    ...input: Record<never, never> extends RequestInput<M, P> ? [I?] : [I]
  ): Promise<AnswerOf<M, P, I>>;
}

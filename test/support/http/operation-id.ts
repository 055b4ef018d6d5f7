import type { operations, components } from "../../../client/src/generated/operations.ts";

type JsonOf<O> = O extends {
  readonly responses: { readonly 200: { readonly content: { readonly "application/json": infer J } } };
}
  ? J
  : never;

/** Tests compare and pass on the parts of a response as they like. */
type Writable<T> = T extends object ? { -readonly [F in keyof T]: Writable<T[F]> } : T;

type DryRun = components["schemas"]["Rehearsal"];

/** The operations that respond with the envelope. */
export type OperationId = {
  [K in keyof operations]: JsonOf<operations[K]> extends { readonly data: unknown } ? K : never;
}[keyof operations];

/** The `data` of an operation's success. A dry run needs the form of `call` with a path. */
export type DataOf<K extends OperationId> =
  JsonOf<operations[K]> extends { readonly data: infer D } ? Writable<Exclude<D, DryRun>> : never;

type Part<Name extends string, T> = [T] extends [never]
  ? { readonly [N in Name]?: undefined }
  : Record<never, never> extends T
    ? { readonly [N in Name]?: T }
    : { readonly [N in Name]: T };

type ParameterOf<O, Place extends "path" | "query"> = O extends {
  readonly parameters: { readonly [P in Place]?: infer T };
}
  ? NonNullable<T>
  : never;

/** The body of an operation. */
export type RequestBody<K extends OperationId> = BodyOf<operations[K]>;

type BodyOf<O> = O extends {
  readonly requestBody?: { readonly content: { readonly "application/json": infer B } };
}
  ? NonNullable<B>
  : never;

/** The path parameters, query and body of an operation. */
export type InputOf<K extends OperationId> = Part<"params", ParameterOf<operations[K], "path">> &
  Part<"query", ParameterOf<operations[K], "query">> &
  Part<"body", BodyOf<operations[K]>>;

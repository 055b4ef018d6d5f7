/** A text with `{parameters}`, or one text for each plural form of `{count}`. */
export type Text = string | Plural;
export interface Plural {
  readonly one?: string;
  readonly few?: string;
  readonly many?: string;
  readonly other: string;
}

/** The same keys in another language: a missing or unknown key fails the type check. */
export type Translated<T extends Readonly<Record<string, Text>>> = { readonly [K in keyof T]: Text };

type NamesIn<S> = S extends `${string}{${infer Name}}${infer Rest}` ? Name | NamesIn<Rest> : never;

/** The names of the parameters of a text. */
export type NamesOf<T> = T extends string
  ? NamesIn<T>
  : T extends { readonly other: infer O }
    ? NamesIn<O> | "count"
    : never;

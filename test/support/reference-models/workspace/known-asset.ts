import { type ModelAsset } from "../access-model.ts";
import { type ModelCollection, type ModelUser } from "../model-user.ts";

type State = "alive" | "deleted" | "gone";

/** An answer's content: the text of the asset with that number, no result, or stopped. */
export type Said = number | "nothing" | "stopped";

export interface Question {
  readonly about: number;
  readonly versions: Said[];
  shown: number;
}

export interface Thread {
  state: State;
  readonly maker: ModelUser;
  deletedBy: ModelUser | null;
  readonly linked: Set<ModelCollection>;
  readonly questions: Question[];
  /** Undefined: no link was ever created. Null: it has been revoked. */
  link: { readonly maker: ModelUser } | null | undefined;
}

export interface KnownAsset extends ModelAsset {
  state: State;
}

/** The item of that number, modulo the length. */
export function pick<T>(all: readonly T[], at: number): T {
  return all[at % all.length] as T;
}

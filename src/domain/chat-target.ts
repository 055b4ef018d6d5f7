import type { Id } from "./ids.ts";

/** Scope of a chat. `workspace` is the whole organization of the caller. */
export type ChatTarget =
  | { readonly kind: "workspace" }
  | { readonly kind: "collection"; readonly id: Id<"col"> }
  | { readonly kind: "thread"; readonly id: Id<"thread"> };

import type { Context } from "./context.ts";

/** Whose vectors of sentences are made now; null: nobody's. */
export function embedderOf({ platform }: Pick<Context, "platform">): string | null {
  return platform.embedders().current?.name ?? null;
}

import type { Context } from "./context.ts";

/** The name of the current embedder. Null: none. */
export function embedderName({ platform }: Pick<Context, "platform">): string | null {
  return platform.embedders().current?.name ?? null;
}

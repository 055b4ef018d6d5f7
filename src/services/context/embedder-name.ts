import type { Context } from "./context.ts";

/** Returns the name of the current embedder, or null without an embedder. */
export function embedderName({ platform }: Pick<Context, "platform">): string | null {
  return platform.embedders().current?.name ?? null;
}

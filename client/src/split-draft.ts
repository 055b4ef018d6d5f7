import type { Draft } from "./frames.ts";

/** A draft in two parts. */
export interface DraftParts {
  /** Verified sentences, which remain unless the attempt fails. */
  readonly proven: string;
  /** Unverified text. */
  readonly rest: string;
}

/** Splits a draft behind its verified part. Never splits a character. */
export function splitDraft({ text, proven }: Pick<Draft, "text" | "proven">): DraftParts {
  const isInside = (text.codePointAt(proven - 1) ?? 0) > 0xff_ff;
  const at = isInside ? proven - 1 : proven;
  return { proven: text.slice(0, at), rest: text.slice(at) };
}

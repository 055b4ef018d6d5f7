import type { TextEnd, ToolCall } from "./language-model.ts";

/** A model that asks for more calls in one text gets the first ones. */
const MAX_CALLS = 8;
const MAX_ARGUMENT_CHARS = 8_192;

/** A piece of a tool call in a stream. All values are untrusted. */
export interface ToolCallPiece {
  /** Place of the call. Pieces of one call have the same place. */
  readonly index: unknown;
  readonly name?: unknown;
  readonly arguments?: unknown;
}

/** Joins the pieces of a stream's tool calls. */
export class ToolCallParser {
  readonly #calls = new Map<unknown, ToolCall>();

  take({ index, name, arguments: text }: ToolCallPiece): void {
    const known = this.#calls.get(index);
    if (known === undefined && this.#calls.size >= MAX_CALLS) return;
    const { name: before, arguments: begun } = known ?? { name: "", arguments: "" };
    this.#calls.set(index, {
      name: before === "" && typeof name === "string" ? name : before,
      arguments: (begun + (typeof text === "string" ? text : "")).slice(0, MAX_ARGUMENT_CHARS),
    });
  }

  /** Returns the calls for the end of the text. */
  found(): Pick<TextEnd, "toolCalls"> {
    return this.#calls.size === 0 ? {} : { toolCalls: [...this.#calls.values()] };
  }
}

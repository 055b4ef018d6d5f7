import type { DataOf } from "../../data/client.ts";

/** A document as a listing has it. */
export type Listed = DataOf<"GET", "/v1/collection/{collectionID}/assets">["result"]["entities"][number];

/** What a person does with a row. */
export interface RowEvents {
  readonly focus: () => void;
  readonly select: (isRange: boolean) => void;
  readonly rename: (isNow: boolean) => void;
  readonly move: () => void;
  readonly remove: () => void;
  readonly drag: (event: DragEvent) => void;
}

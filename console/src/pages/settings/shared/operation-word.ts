import { operations } from "../../../words/en/operations.ts";
import { type PlainKey, t } from "../../../words/t.ts";

type OperationKey = keyof typeof operations;

const PREFIX = "operation.";
const KEYS = Object.keys(operations) as OperationKey[];

/** The ids of the operations that have words. */
export const WORDED_OPERATIONS: readonly string[] = KEYS.map((key) => key.slice(PREFIX.length));

/** The words for a recorded operation; its id if it has none. */
export function operationWord(id: string): string {
  const key = `${PREFIX}${id}` as PlainKey;
  return (KEYS as readonly string[]).includes(key) ? t(key) : id;
}

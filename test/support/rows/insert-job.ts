import { newId } from "../../../src/domain/ids.ts";
import { insertRow } from "./workplace.ts";

/**
 * Inserts a pending job that is due now, unless `fields` say otherwise.
 * @returns its id
 */
export async function insertJob(
  kind: string,
  targetId: string,
  fields: Record<string, number | null> = {},
): Promise<string> {
  const id = newId("event");
  await insertRow("outbox", { id, kind, target_id: targetId, due_at: 0, ...fields });
  return id;
}

import { newId } from "../../../src/domain/ids.ts";
import { insertRow, type Workplace } from "./workplace.ts";

/** Adds a thread in the same home collection, with its own room and the same documents in scope. */
export async function addThread(place: Workplace, label = ""): Promise<Workplace> {
  const threadId = newId("thread");
  await insertRow("threads", {
    id: threadId,
    organization_id: place.organizationId,
    tenant_id: place.tenantId,
    home_collection_id: place.home.id,
    label,
    version: 1,
    created_at: 1,
    created_by: place.owner,
    modified_at: 1,
    modified_by: place.owner,
  });
  return { ...place, threadId };
}

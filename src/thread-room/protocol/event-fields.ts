import { type Id, idToBytes } from "../../domain/ids.ts";

/** Stored ids are valid: only valid ids are stored. */
export const bytes = (id: string): number[] => idToBytes(id as Id);

/** The owner ids of an event, as strings. */
export interface EventRef {
  readonly threadId: string;
  readonly organizationId: string;
  readonly tenantId: string;
}

export function placed({ threadId, organizationId, tenantId }: EventRef) {
  return { threadId: bytes(threadId), organizationId: bytes(organizationId), tenantId: bytes(tenantId) };
}

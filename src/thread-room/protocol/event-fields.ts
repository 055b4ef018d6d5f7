import { type Id, idToBytes } from "../../domain/ids.ts";

/** Stored ids are valid: only valid ids are stored. */
export const bytes = (id: string): number[] => idToBytes(id as Id);

/** The owner ids of an event, as strings. */
export interface EventPlace {
  readonly threadId: string;
  readonly organizationId: string;
  readonly tenantId: string;
}

export function placed({ threadId, organizationId, tenantId }: EventPlace) {
  return { threadId: bytes(threadId), organizationId: bytes(organizationId), tenantId: bytes(tenantId) };
}

import { type Id, idToBytes } from "../../domain/ids.ts";

/** Bytes of a stored id. Only valid ids are stored, so the cast is safe. */
export const bytes = (id: string): number[] => idToBytes(id as Id);

/** The ids of an event's thread and of its owners, as strings. */
export interface EventRef {
  readonly threadId: string;
  readonly organizationId: string;
  readonly tenantId: string;
}

export function placed({ threadId, organizationId, tenantId }: EventRef) {
  return { threadId: bytes(threadId), organizationId: bytes(organizationId), tenantId: bytes(tenantId) };
}

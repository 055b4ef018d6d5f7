import { type Id, idToBytes } from "../../domain/ids.ts";

/** Stored ids are trusted: only ids were stored. */
export const bytes = (id: string): number[] => idToBytes(id as Id);

/** Where an event belongs, by string ids. */
export interface EventPlace {
  readonly threadId: string;
  readonly organizationId: string;
  readonly tenantId: string;
}

export function placed({ threadId, organizationId, tenantId }: EventPlace) {
  return { threadId: bytes(threadId), organizationId: bytes(organizationId), tenantId: bytes(tenantId) };
}

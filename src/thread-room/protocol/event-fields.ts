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

/** The time of an event. @param at milliseconds since 1970 */
export function dated(at: number): { readonly createdAt: string } {
  return { createdAt: new Date(at).toISOString() };
}

const TIME = /,"createdAt":"[^"]*"(?=,"seq":\d+\}$)/;

/** Removes the time of a frame, for clients that accept only the contract's fields. */
export function withoutTime(frame: string): string {
  // `dated` puts the time before the number, which ends a frame. An earlier match would be in a text, where
  // quotes are escaped.
  return frame.replace(TIME, "");
}

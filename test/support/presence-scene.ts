import type { Id } from "../../src/domain/ids.ts";
import { createUser, createWorkplace, type Frame, grant, type Listener, type Workplace } from "./room-fixtures.ts";

/** A room with two members. */
export interface PresenceScene {
  readonly place: Workplace;
  readonly ada: Record<string, unknown>;
  readonly bob: Record<string, unknown>;
  readonly bobId: Id<"user">;
}

export async function presenceScene(): Promise<PresenceScene> {
  const place = await createWorkplace();
  const bobId = await createUser(place.organizationId, place.tenantId);
  await grant(place.organizationId, bobId, place.home, "chat");
  return { place, ada: { displayName: "Ada", presence: true }, bob: { userId: bobId, displayName: "Bob", presence: true }, bobId };
}

/** The presence frames that a listener received. */
export const told = ({ frames }: { readonly frames: readonly Frame[] }) => frames.flatMap(({ presence }) => presence ?? []);
export const say = (listener: Listener, frame: unknown): void => listener.socket.send(JSON.stringify(frame));
export const type = (listener: Listener, typing: unknown = true): void => say(listener, { presence: { typing } });

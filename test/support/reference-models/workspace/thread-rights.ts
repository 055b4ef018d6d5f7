import { actor, type ModelAction, type ModelCollection, type ModelUser } from "../model-user.ts";
import type { KnownAsset, Thread } from "./known-asset.ts";

/** The part of the workspace model that decides the rights on its thread and its assets. */
export interface ThreadRights {
  readonly thread: Thread;
  readonly home: ModelCollection;
  readonly isThere: (place: ModelCollection) => boolean;
  readonly held: (user: ModelUser, place: ModelCollection) => ModelAction[];
}

export function mayChat(rights: ThreadRights, user: ModelUser): boolean {
  return rights.thread.state === "alive" && rights.held(user, rights.home).includes("chat");
}

export function mayDeleteAsset(
  rights: ThreadRights,
  user: ModelUser,
  { collections: holders }: KnownAsset,
): boolean {
  return holders.size > 0 && [...holders].every((holder) => rights.held(user, holder).includes("write"));
}

export function mayDeleteThread(rights: ThreadRights, user: ModelUser): boolean {
  const [held, { maker, deletedBy }] = [rights.held(user, rights.home), rights.thread];
  const isOwn = actor(maker) === actor(user) && actor(deletedBy ?? maker) === actor(user);
  return held.includes("own") || (isOwn && held.includes("write"));
}

export function heldOnAsset(rights: ThreadRights, user: ModelUser, asset: KnownAsset): ModelAction[] {
  return [...asset.collections].flatMap((holder) => rights.held(user, holder));
}

export function heldOnThread(rights: ThreadRights, user: ModelUser): ModelAction[] {
  if (!rights.isThere(rights.home)) return [];
  return [rights.home, ...rights.thread.linked].flatMap((place) => rights.held(user, place));
}

/** Who has the thread open and who types. */
import type { Presence, PresentPerson } from "../data/client.ts";
import { idFromBytes } from "../data/ids.ts";

export interface PresentPeople {
  /** Names by user id, at most 100. */
  readonly here: ReadonlyMap<string, string>;
  readonly typing: readonly string[];
  readonly people: number;
  readonly guests: number;
}

export const NOBODY: PresentPeople = { here: new Map(), typing: [], people: 0, guests: 0 };

export function presentPeople(before: PresentPeople, change: Presence): PresentPeople {
  const here = new Map(change.here === undefined ? before.here : named(change.here));
  for (const [id, name] of named(change.joined ?? [])) here.set(id, name);
  for (const id of change.left ?? []) here.delete(idFromBytes("user", id));
  const typing = change.typing.map((id) => idFromBytes("user", id));
  return { here, typing, people: change.people, guests: change.guests };
}

function named(people: readonly PresentPerson[]): [string, string][] {
  return people.map(({ userId, displayName }) => [idFromBytes("user", userId), displayName]);
}

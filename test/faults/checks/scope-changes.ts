import { idFromBytes, SERVICE_USER_ID } from "../../../src/domain/ids.ts";
import { describe, type Entry, isAcknowledged } from "../journal.ts";
import type { StoredThread } from "../stored-thread.ts";
import type { LoggedFrame } from "../wire-schemas.ts";
import type { Violation } from "./violation.ts";

type KnowledgeEvent = NonNullable<LoggedFrame["knowledgeChangeV1"]>;

const assets = (ids: readonly number[][]): string[] => ids.map((id) => idFromBytes("asset", id));

/**
 * Each acknowledged scope change was made once: the events in order lead to the thread's scope, and each
 * holds after its event. Progress events of an asset reach its end.
 */
export function checkScopeChanges(
  thread: StoredThread,
  events: readonly LoggedFrame[],
  entries: readonly Entry[],
): Violation[] {
  const changes = events.flatMap(({ knowledgeChangeV1 }) => knowledgeChangeV1 ?? []);
  const made = changes.filter(({ createdBy }) => idFromBytes("user", createdBy) !== SERVICE_USER_ID);
  const faults = [...faultsOfChanges(thread, made, entries), ...faultsOfProgress(events)];
  return faults.map((what) => ({ round: null, where: thread.threadId, what }));
}

function faultsOfChanges(
  thread: StoredThread,
  made: readonly KnowledgeEvent[],
  entries: readonly Entry[],
): string[] {
  const wishes = new Map(entries.map((entry) => [entry.messageId, entry]));
  const scope = new Set<string>();
  let world: boolean | null = null;
  const faults: string[] = [];
  for (const { messageId, knowledge } of made) {
    const id = idFromBytes("msg", messageId);
    const [added, removed] = [assets(knowledge.assetContext.added), assets(knowledge.assetContext.removed)];
    if (added.some((asset) => scope.has(asset)) || removed.some((asset) => !scope.has(asset)))
      faults.push(`change ${id} was made twice`);
    for (const asset of added) scope.add(asset);
    for (const asset of removed) scope.delete(asset);
    ({ world } = knowledge);
    const entry = wishes.get(id);
    // A later repetition changes nothing.
    wishes.delete(id);
    if (entry?.scopeChange && !holds(entry.scopeChange, scope, world))
      faults.push(`${describe(entry)} does not hold after its event`);
  }
  const unfinished = [...wishes.values()]
    .filter(isAcknowledged)
    .map((entry) => `${describe(entry)} was acknowledged, and has no event`);
  const hasSame =
    scope.size === thread.assetIds.size && [...scope].every((asset) => thread.assetIds.has(asset));
  const isSame = hasSame && (world === null || world === thread.worldKnowledge);
  return [
    ...faults,
    ...unfinished,
    ...(isSame ? [] : ["the thread's scope differs from the changes of the events"]),
  ];
}

function holds(
  { added, removed, world }: NonNullable<Entry["scopeChange"]>,
  scope: ReadonlySet<string>,
  worldNow: boolean,
): boolean {
  return (
    added.every((asset) => scope.has(asset)) &&
    removed.every((asset) => !scope.has(asset)) &&
    world === worldNow
  );
}

function faultsOfProgress(events: readonly LoggedFrame[]): string[] {
  return unfinishedProgress(events).map(([asset, state]) => `the last state sent of ${asset} is "${state}"`);
}

/** Assets with progress events but without the ready event, and their last state. */
export function unfinishedProgress(events: readonly LoggedFrame[]): [assetId: string, state: string][] {
  const last = new Map(
    events.flatMap(({ knowledgeChangeV1 }) => Object.entries(knowledgeChangeV1?.progress ?? {})),
  );
  return [...last]
    .map(([asset, { lifecycleState }]): [string, string] => [asset, lifecycleState])
    .filter(([, state]) => state !== "ready");
}

/** The assets that a scope change ever added. */
export function addedAssets(events: readonly LoggedFrame[]): string[] {
  return events.flatMap(({ knowledgeChangeV1 }) =>
    assets(knowledgeChangeV1?.knowledge.assetContext.added ?? []),
  );
}

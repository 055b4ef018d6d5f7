import * as z from "zod";
import { ACTIONS, effectiveActions, parseGranted } from "../../../domain/access.ts";
import { visiblePath } from "../../../domain/collection.ts";
import { etagOf } from "../../../domain/etag.ts";
import type { Page } from "../../../domain/page.ts";
import type { ListedThread, ThreadList } from "../../../services/threads/internal/thread-list.ts";
import { bareCollection, presentBareCollection } from "../collections/collection.ts";
import { idBytes, presentId } from "../identifier.ts";
import { pagination, presentPagination } from "../pagination.ts";
import { timestamp } from "../values.ts";

/** A thread in a list. */
export const listedThread = z.object({
  actions: z.array(z.enum(ACTIONS)).meta({ description: "The caller's actions." }),
  collectionIds: z.array(idBytes).meta({ description: "The home comes first." }),
  flags: z
    .array(z.array(z.string()))
    .meta({ description: "One list for each of `collectionIds`: the flags of that link." }),
  data: z.object({
    threadId: idBytes,
    createdBy: idBytes,
    organizationId: idBytes,
    tenantId: idBytes,
    label: z.string(),
    etag: z.string(),
    lifecycleState: z.enum(["active", "deleted"]),
    messageCount: z.int().min(0),
    version: z.int(),
    createdAt: timestamp,
    modifiedAt: timestamp,
  }),
});

/** A page of threads with the collections that hold them. */
export const listedThreads = z.object({
  pagination,
  result: z.object({ collections: z.record(z.string(), bareCollection), entities: z.array(listedThread) }),
});

export function presentListedThreads(
  page: Page,
  { count, threads, collections }: ThreadList,
): z.input<typeof listedThreads> {
  const ids = threads.map(({ thread }) => thread.id);
  const named = collections.map((row) => [row.id, presentBareCollection(row, visiblePath(row))] as const);
  return {
    pagination: presentPagination(page, count, ids),
    result: { collections: Object.fromEntries(named), entities: threads.map(presentListedThread) },
  };
}

function presentListedThread({
  thread,
  granted,
  parentCollections,
}: ListedThread): z.input<typeof listedThread> {
  return {
    actions: effectiveActions(parseGranted(granted)),
    collectionIds: parentCollections.map(({ collectionId }) => presentId(collectionId)),
    flags: parentCollections.map(({ flags }) => [...flags]),
    data: {
      threadId: presentId(thread.id),
      createdBy: presentId(thread.createdBy),
      organizationId: presentId(thread.organizationId),
      tenantId: presentId(thread.tenantId),
      label: thread.label,
      etag: etagOf(thread.id, thread.version),
      lifecycleState: thread.lifecycleState,
      messageCount: thread.messageCount,
      version: thread.version,
      createdAt: thread.createdAt.toISOString(),
      modifiedAt: thread.modifiedAt.toISOString(),
    },
  };
}

import { type Id, idFromBytes } from "../../../src/domain/ids.ts";
import { testEnv } from "../setup/env.ts";
import { call } from "../http/call.ts";
import type { Person } from "../http/person.ts";

/** A crawl in progress into its own collection. These tests cannot fetch from any host. */
/** @param url a crawl waits its turn at a host that other tests crawl */
export async function addCrawl(
  person: Person,
  collectionId: string,
  url = "https://example.com/zephyr",
): Promise<Id<"col">> {
  const { organizationId: organizationID, tenantId: tenantID, token } = person;
  // An organization runs five crawls at a time.
  await testEnv.DB.prepare("UPDATE crawls SET state = 'done' WHERE organization_id = ?")
    .bind(organizationID)
    .run();
  const page = { collectionID: collectionId, organizationID, tenantID, url };
  const body = { ...page, mode: "site", processInBackground: false, processInThread: false };
  const id = idFromBytes(
    "col",
    (await call("POST", "/v1/url/crawl", { token, body })).body.data.crawlCollectionId,
  );
  await testEnv.DB.prepare("UPDATE crawls SET state = 'running' WHERE collection_id = ?").bind(id).run();
  return id;
}

/** A crawl whose event log ends after the first event. */
export async function addEndedCrawl(person: Person, collectionId: string): Promise<Id<"col">> {
  const id = await addCrawl(person, collectionId);
  await testEnv.DB.prepare("UPDATE crawls SET state = 'done' WHERE collection_id = ?").bind(id).run();
  return id;
}

/** The headers that request an event stream. */
export const STREAM = { accept: "text/event-stream" };

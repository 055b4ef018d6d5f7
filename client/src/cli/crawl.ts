import type { CrawlProgress, KnowledgeClient } from "../index.ts";
import { idFromBytes } from "../identifiers.ts";
import { createSessionClient, resolveCollection, type CommandArguments } from "./commands.ts";
import { Failure, UsageError } from "./failure.ts";
import { readSession } from "./session.ts";
import { formatCounts, printNote, parseNumber, oneLine, print } from "./terminal.ts";

/**
 * Starts a crawl and prints its progress until it ends. The service continues if the command is interrupted.
 */
export async function crawl({ words, in: where, pages, depth }: CommandArguments): Promise<void> {
  const [url, ...more] = words;
  if (url === undefined || more.length > 0) {
    throw new UsageError(
      "knowledge crawl <address> [--in <collection>] [--pages <number>] [--depth <links>]",
    );
  }
  const limits = {
    ...(pages === undefined ? {} : { maxPages: parseNumber(pages) }),
    ...(depth === undefined ? {} : { maxDepth: parseNumber(depth) }),
  };
  const session = await readSession();
  const client = createSessionClient(session);
  const collectionId = await started(client, await resolveCollection(client, where, session), {
    url,
    ...limits,
  });
  printNote(`Collection of the pages: ${collectionId}.`);
  let last: CrawlProgress | null = null;
  for await (const progress of client.followCrawl(collectionId)) {
    last = progress;
    printNote(`${progress.state}: ${crawledOf(progress)}`);
  }
  if (last === null) throw new Failure("The service did not report the end of the crawl.");
  for (const { assetId, url: address, reason } of last.failures)
    print(`${idFromBytes("asset", assetId)}  failed  ${oneLine(address)}: ${oneLine(reason)}`);
  print(`${collectionId}  ${last.state}  ${crawledOf(last)}`);
  if (last.state === "stopped") throw new Failure("The crawl was stopped.");
  if (last.fetched === 0) throw new Failure("The crawl fetched no page.");
}

function crawledOf({ found, fetched, failed }: CrawlProgress): string {
  return formatCounts({ found, fetched, failed });
}

/** @returns the collection that the service created for the pages */
async function started(
  client: KnowledgeClient,
  collectionID: string,
  asked: { url: string; maxPages?: number; maxDepth?: number },
) {
  const { data: holding } = await client.request("GET", "/v1/collections/{collectionID}", {
    params: { collectionID },
  });
  const { organizationId: organizationID, tenantId: tenantID } = holding;
  const where = { collectionID, organizationID, tenantID, processInBackground: true, processInThread: false };
  const { data } = await client.request("POST", "/v1/url/crawl", {
    body: { ...where, ...asked, mode: "site" },
  });
  if (data.crawlCollectionId === null) throw new Failure("The service created no collection for the pages.");
  return idFromBytes("col", data.crawlCollectionId);
}

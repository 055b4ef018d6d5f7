import * as z from "zod";
import { fetchPage } from "../ingestion/crawl/fetch-page.ts";
import { PAGE_HEADER } from "../ingestion/reading/extractor.ts";
import { failureOf } from "./failure-of.ts";

const order = z.object({
  address: z.string(),
  allowLoopback: z.boolean(),
  ownOrigins: z.array(z.string()),
  externalTypes: z.array(z.string()),
});

/** An address comes in, the page's bytes go out. What the network lets through is the runtime's to say, wherever a name leads. */
export async function answerPage(request: Request): Promise<Response> {
  const { address, allowLoopback, ownOrigins, externalTypes } = order.parse(await request.json());
  const send = async (url: URL, init: RequestInit): Promise<Response> => await fetch(url, { ...init, redirect: "manual" });
  try {
    const { bytes, ...fields } = await fetchPage({ send, policy: { allowLoopback, ownOrigins } }, address, externalTypes);
    return new Response(bytes, { headers: { [PAGE_HEADER]: encodeURIComponent(JSON.stringify(fields)) } });
  } catch (error) {
    return Response.json(failureOf(error), { status: 422 });
  }
}

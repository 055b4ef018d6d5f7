import type { McpServer } from "@modelcontextprotocol/server";
import * as z from "zod";
import { addText } from "../../services/assets/internal/add-text.ts";
import { crawlUrl } from "../../services/assets/crawl-url.ts";
import { collectionOwnerIds } from "../../services/context/collection-owner-ids.ts";
import type { AppContext } from "../request-scope.ts";
import { idArgument } from "./id-argument.ts";
import { added } from "./results.ts";
import { runTool } from "./run-tool.ts";

const ADDS = { readOnlyHint: false, destructiveHint: false, idempotentHint: false } as const;
const into = idArgument("col", "The collection that it comes into.");

/** Adds tools that create documents. Processing starts after the call. */
export function addWriteTools(server: McpServer, c: AppContext): void {
  server.registerTool(
    "add_text",
    {
      title: "Add a text",
      description: "Adds a text (Markdown or plain) as a document. Questions can use it a moment later.",
      inputSchema: z.object({
        collectionId: into,
        name: z.string().min(1).max(255).meta({ description: "The file name, such as notes.md." }),
        text: z.string().min(1).max(900_000),
      }),
      outputSchema: added,
      annotations: { ...ADDS, openWorldHint: false },
    },
    async ({ collectionId, name, text }) =>
      await runTool<z.input<typeof added>>(c, "createAsset", async (ctx) => {
        const assetId = await addText(ctx, { collectionId, name, text });
        return { record: { assetId }, words: `Added as ${assetId}. Processing has started.` };
      }),
  );
  server.registerTool(
    "add_url",
    {
      title: "Add a web page",
      description:
        "Fetches a page of the public web and adds it as a document, if the site's robots.txt allows that.",
      inputSchema: z.object({ collectionId: into, url: z.string().min(1).max(2048) }),
      outputSchema: added,
      annotations: { ...ADDS, openWorldHint: true },
    },
    async ({ collectionId, url }) =>
      await runTool<z.input<typeof added>>(c, "crawlUrl", async (ctx) => {
        const place = await collectionOwnerIds(ctx, collectionId);
        const how = { processInBackground: true, processInThread: false, refreshEvery: 0, site: null };
        const { asset } = await crawlUrl(ctx, { collectionId, ...place, url, ...how });
        return {
          record: { assetId: asset.id },
          words: `Added as ${asset.id}. The service fetches the page.`,
        };
      }),
  );
}

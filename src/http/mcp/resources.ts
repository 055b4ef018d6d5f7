import { type McpServer, ResourceTemplate } from "@modelcontextprotocol/server";
import { idText } from "../../domain/id-text.ts";
import { getAssetText } from "../../services/assets/get-asset-text.ts";
import { listRecentAssets } from "../../services/assets/list-recent-assets.ts";
import type { AppContext } from "../request-scope.ts";
import { runResource } from "./run-tool.ts";
import { notFound } from "../../domain/errors.ts";
import { readTextPart } from "./read-text-part.ts";

const ASSET_ID = idText("asset");

/**
 * Adds documents as resources. The list contains the caller's recent documents. The caller can read every
 * document that they have access to.
 */
export function addResources(server: McpServer, c: AppContext): void {
  const list = async () => {
    const assets = await runResource(
      c,
      "listRecentAssets",
      async (ctx) => await listRecentAssets(ctx, { page: 1, sort: [] }),
    );
    const ready = assets.filter(({ lifecycleState }) => lifecycleState === "ready");
    return {
      resources: ready.map(({ id, displayName: name, summary }) => {
        return {
          uri: `knowledge://asset/${id}`,
          name,
          mimeType: "text/plain",
          ...(summary === "" ? {} : { description: summary }),
        };
      }),
    };
  };
  server.registerResource(
    "asset",
    new ResourceTemplate("knowledge://asset/{id}", { list }),
    {
      title: "Document",
      description: "The text of a document, its first part when it is long.",
      mimeType: "text/plain",
    },
    async (uri, { id }) =>
      await runResource(c, "getAssetText", async (ctx) => {
        const assetId = ASSET_ID.safeParse(id).data;
        if (assetId === undefined) throw notFound("asset");
        const { text } = await getAssetText(ctx, { assetId, version: null, isKnown: () => false });
        const part = await readTextPart(text, 0);
        return { contents: [{ uri: uri.href, mimeType: "text/plain", text: part.text }] };
      }),
  );
}

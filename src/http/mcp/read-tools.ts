import type { McpServer } from "@modelcontextprotocol/server";
import * as z from "zod";
import { locatorOf } from "../../domain/locator.ts";
import { isDoubtful, parseSentences, storedSupport } from "../../domain/support.ts";
import { REQUESTED_VERIFICATIONS } from "../../domain/verification-mode.ts";
import { getAsset } from "../../services/assets/get-asset.ts";
import { getAssetText } from "../../services/assets/get-asset-text.ts";
import { listCollectionAssets } from "../../services/collections/list-collection-assets.ts";
import { searchPassages } from "../../services/search/search-passages.ts";
import { completeChat } from "../../services/threads/complete-chat.ts";
import { getCollectionTree } from "../../services/users/get-collection-tree.ts";
import type { TreeNode } from "../../domain/collection.ts";
import type { ForestRow } from "../../storage/d1/users/forest.ts";
import { requireRate } from "../middleware/rate-limit.ts";
import type { AppContext } from "../request-scope.ts";
import { PLAIN_SAMPLING } from "../wire/threads/chat.ts";
import { idArgument } from "./id-argument.ts";
import { asked, fetched, assetResults, collectionResults, searched } from "./results.ts";
import { MAX_FETCHED_CHARS, readTextPart } from "./read-text-part.ts";
import { runTool } from "./run-tool.ts";

const MAX_QUESTION_CHARS = 32_768;
const READS = { readOnlyHint: true, openWorldHint: false } as const;

const collectionId = idArgument("col", "Only there and below.");

/** Adds tools without side effects, and `ask`, which stores its question and answer in a thread. */
export function addReadTools(server: McpServer, c: AppContext): void {
  for (const add of [addSearch, addFetch, addAsk, addListCollections, addListAssets]) add(server, c);
}

function addSearch(server: McpServer, c: AppContext): void {
  server.registerTool(
    "search",
    {
      title: "Search passages",
      description: "Finds the best matching passages. `fetch` reads a whole document by its id.",
      inputSchema: z.object({
        query: z.string().min(1).max(MAX_QUESTION_CHARS),
        collectionId: collectionId.optional(),
        limit: z.int().min(1).max(50).default(10),
      }),
      outputSchema: searched,
      annotations: READS,
    },
    async ({ query, collectionId: within, limit }) =>
      await runTool<z.input<typeof searched>>(c, "searchPassages", async (ctx) => {
        const collectionIds = within === undefined ? [] : [within];
        const { found, truncated } = await searchPassages(ctx, { query, collectionIds, assetIds: [], limit });
        const results = found.map(({ passage, displayName }) => {
          const { assetId, text, start, end, page, version, locators } = passage;
          const locator = locatorOf({ text, page, locators: locators ?? null });
          return {
            id: assetId,
            title: displayName,
            text,
            start,
            end,
            locator,
            url: textUrl(ctx.origin, assetId, version),
          };
        });
        const words = results.map(({ id, title, text }) => `${title} (${id})\n${text}`).join("\n\n");
        return { record: { results, truncated }, words: words || "Nothing was found." };
      }),
  );
}

function addFetch(server: McpServer, c: AppContext): void {
  server.registerTool(
    "fetch",
    {
      title: "Read a document",
      description: `The text of a document, ${MAX_FETCHED_CHARS} characters from \`offset\` on; \`nextOffset\` reads on, null at its end.`,
      inputSchema: z.object({
        id: idArgument("asset", "Of the document, as `search` tells it."),
        offset: z.int().min(0).max(200_000_000).default(0),
      }),
      outputSchema: fetched,
      annotations: READS,
    },
    async ({ id, offset }) =>
      await runTool<z.input<typeof fetched>>(c, "getAssetText", async (ctx) => {
        const { asset } = await getAsset(ctx, { assetId: id });
        const { text, version } = await getAssetText(ctx, {
          assetId: id,
          version: null,
          isKnown: () => false,
        });
        const part = await readTextPart(text, offset);
        const { contentType, displayName: title } = asset;
        const record = {
          id,
          title,
          ...part,
          url: textUrl(ctx.origin, id, version),
          metadata: { contentType, version },
        };
        return { record, words: part.text };
      }),
  );
}

const askInput = z.object({
  question: z.string().min(1).max(MAX_QUESTION_CHARS),
  collectionId: collectionId.optional(),
  threadId: idArgument("thread", "The `threadId` of an earlier answer.").optional(),
  writer: z.string().max(200).default("").meta({
    description: "A language model of the service that writes the answer, or `extractive` for quotes only.",
  }),
  verification: z.enum(REQUESTED_VERIFICATIONS).default("").meta({
    description:
      "`mark` marks each sentence of a language model with its support. `strict` keeps supported sentences only. The service may require a stricter mode.",
  }),
});

function addAsk(server: McpServer, c: AppContext): void {
  server.registerTool(
    "ask",
    {
      title: "Ask a question",
      description:
        "Answers from the documents with the exact sentences, or says that the documents have no answer. Without `collectionId` or `threadId` " +
        "it uses all documents of your organization. For a follow-up question, send the `threadId` of the answer.",
      inputSchema: askInput,
      outputSchema: asked,
      annotations: { readOnlyHint: false, destructiveHint: false, openWorldHint: false },
    },
    async ({ question, collectionId: within, threadId, writer, verification }) =>
      await runTool<z.input<typeof asked>>(c, "postMessage", async (ctx) => {
        await requireRate(c, "message");
        const target =
          threadId !== undefined
            ? ({ kind: "thread", id: threadId } as const)
            : within !== undefined
              ? ({ kind: "collection", id: within } as const)
              : ({ kind: "workspace" } as const);
        const sampling = PLAIN_SAMPLING;
        const asking = { target, questions: [question], sampling, writer, verification } as const;
        const chat = await completeChat(ctx, asking);
        const citations = chat.citations.map((cited) => {
          const { ordinal, quote, displayName: title, assetId, start, end, page, textVersion, id } = cited;
          const check = `${ctx.origin}/v1/threads/${chat.threadId}/citations/${id}`;
          const url = textUrl(ctx.origin, assetId, textVersion);
          return {
            ordinal,
            quote,
            title,
            assetId,
            start,
            end,
            page,
            url,
            check,
            support: storedSupport(cited),
          };
        });
        const { content: answer, droppedSentences } = chat.answer;
        const sentences = parseSentences(chat.answer.sentences);
        const record = { answer, threadId: chat.threadId, citations, droppedSentences, sentences };
        const sources = citations.map(({ ordinal, title, quote, assetId, support }) => {
          return `[${ordinal}] ${title} (${assetId})${isDoubtful(support) ? `, ${support}` : ""}: “${quote}”`;
        });
        return { record, words: [answer, ...sources, `threadId: ${chat.threadId}`].join("\n\n") };
      }),
  );
}

function addListCollections(server: McpServer, c: AppContext): void {
  server.registerTool(
    "list_collections",
    {
      title: "List collections",
      description: "The readable collections, at most 1,000.",
      inputSchema: z.object({}),
      outputSchema: collectionResults,
      annotations: READS,
    },
    async () =>
      await runTool<z.input<typeof collectionResults>>(c, "getCollectionTree", async (ctx) => {
        const { nodes, isTruncated: truncated } = await getCollectionTree(ctx, {
          rootId: null,
          limit: null,
          offset: null,
        });
        const collections = nodes.flatMap((node) => flat(node, null));
        return {
          record: { collections, truncated },
          words: collections.map(({ id, label }) => `${id} ${label}`).join("\n"),
        };
      }),
  );
}

function addListAssets(server: McpServer, c: AppContext): void {
  server.registerTool(
    "list_assets",
    {
      title: "List documents",
      description: "The documents of a collection and its subtree, page by page; newest change first.",
      inputSchema: z.object({
        collectionId: idArgument("col", "The collection."),
        limit: z.int().min(1).max(200).default(50),
        offset: z.int().min(0).max(100_000).default(0),
      }),
      outputSchema: assetResults,
      annotations: READS,
    },
    async ({ collectionId: id, limit, offset }) =>
      await runTool<z.input<typeof assetResults>>(c, "listCollectionAssets", async (ctx) => {
        const { count, assets } = await listCollectionAssets(ctx, {
          collectionId: id,
          includeDescendants: true,
          deleted: false,
          limit,
          offset,
          sort: [],
        });
        const listed = assets.map(({ asset }) => {
          const { id: assetId, displayName: title, contentType, lifecycleState: state, summary } = asset;
          return { id: assetId, title, contentType, state, summary };
        });
        return {
          record: { assets: listed, count },
          words: listed.map((each) => `${each.id} ${each.state} ${each.title}`).join("\n") || "None.",
        };
      }),
  );
}

type Listed = z.input<typeof collectionResults>["collections"][number];

function flat(
  { collection: { id, label, description }, children }: TreeNode<ForestRow>,
  parentId: string | null,
): Listed[] {
  return [{ id, label, description, parentId }, ...children.flatMap((child) => flat(child, id))];
}

export function textUrl(origin: string, assetId: string, version: string): string {
  return `${origin}/v1/assets/${assetId}/text?version=${version}`;
}

/** The Model Context Protocol with its official clients of both generations. */
import { AjvJsonSchemaValidator } from "@modelcontextprotocol/client/validators/ajv";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  connectFirstGeneration,
  connectSecondGeneration,
  type McpConnection,
} from "../support/http/mcp-connection.ts";
import { addReadyFile, makeKey, type RemoteUser, signUp, textFile } from "../support/http/remote-user.ts";
import { sharedService } from "../support/setup/shared-service.ts";

const service = sharedService();
let ada: RemoteUser;
let engines: string;

beforeAll(async () => {
  ada = await signUp(service, "ada-mcp");
  const text =
    "The Analytical Engine was designed by Charles Babbage in 1837.\nThe Difference Engine was built by Per Georg Scheutz in 1843.\n";
  engines = await addReadyFile(ada, ada.workspace.personalId, textFile("engines.txt", text));
});

/** The same schema, but no object of it allows unnamed fields. */
function sealed(schema: unknown): unknown {
  if (typeof schema !== "object" || schema === null) return schema;
  if (Array.isArray(schema)) return schema.map(sealed);
  const inner = Object.fromEntries(Object.entries(schema).map(([name, value]) => [name, sealed(value)]));
  return "properties" in schema ? { ...inner, additionalProperties: false } : inner;
}

describe.each([
  ["of the first generation", connectFirstGeneration, false],
  ["of the second generation", connectSecondGeneration, false],
  ["of the first generation with an API key", connectFirstGeneration, true],
  ["of the second generation with an API key", connectSecondGeneration, true],
] as const)("a client %s", (_, connect, isByKey) => {
  let client: McpConnection;
  beforeAll(async () => (client = await connect(service.url, isByKey ? await makeKey(ada) : ada.api.token)));
  afterAll(async () => await client.close());

  const call = async (name: string, input: Record<string, unknown> = {}) =>
    await client.callTool({ name, arguments: input });

  test("an MCP client finds the tools, searches, reads, asks, and continues", async () => {
    const { tools } = await client.listTools();
    const names = tools.map(({ name }: any) => name).toSorted();
    expect(names).toEqual([
      "add_text",
      "add_url",
      "ask",
      "fetch",
      "list_assets",
      "list_collections",
      "search",
    ]);
    const found = await call("search", { query: "Analytical Engine", limit: 3 });
    expect(found.structuredContent.results[0]).toMatchObject({ id: engines, title: "engines.txt" });
    const fetched = await call("fetch", { id: engines });
    expect(fetched.structuredContent).toMatchObject({ title: "engines.txt", offset: 0, nextOffset: null });
    expect(fetched.structuredContent.text).toContain("Charles Babbage");
    const asked = await call("ask", { question: "Who designed the Analytical Engine?" });
    const [cited] = asked.structuredContent.citations;
    expect({
      text: fetched.structuredContent.text.slice(cited.start, cited.end),
      support: cited.support,
    }).toEqual({
      text: cited.quote,
      support: "quoted",
    });
    expect({ answer: asked.structuredContent.answer, text: asked.content[0].text }).toEqual({
      answer: expect.stringContaining("Charles Babbage"),
      text: expect.stringContaining(cited.quote),
    });
    const { threadId } = asked.structuredContent;
    const followed = await call("ask", { question: "And the Difference Engine, who built it?", threadId });
    expect(followed.structuredContent).toMatchObject({
      threadId,
      answer: expect.stringContaining("Scheutz"),
    });
  });

  test("an MCP client receives each tool's output schema, and results with no other field", async () => {
    const { tools } = await client.listTools();
    const inputs: Record<string, Record<string, unknown>> = {
      search: { query: "Analytical Engine" },
      fetch: { id: engines },
      ask: { question: "Who designed the Analytical Engine?" },
      list_collections: {},
      list_assets: { collectionId: ada.workspace.personalId },
      add_text: { collectionId: ada.workspace.personalId, name: "note.md", text: "# A note\n" },
      add_url: { collectionId: ada.workspace.personalId, url: "https://unknown.example.com/" },
    };
    expect(tools.map(({ name }: any) => name).toSorted()).toEqual(Object.keys(inputs).toSorted());
    for (const { name, outputSchema } of tools) {
      const { isError, structuredContent } = await call(name, inputs[name]);
      const fits = new AjvJsonSchemaValidator().getValidator(sealed(outputSchema) as never)(
        structuredContent,
      );
      expect([name, isError ?? false, fits.valid, fits.errorMessage]).toEqual([name, false, true, undefined]);
      expect({ name, required: outputSchema.required }).toEqual({
        name,
        required: Object.keys(structuredContent),
      });
    }
    const search = tools.find(({ name }: any) => name === "search").outputSchema;
    expect(
      new AjvJsonSchemaValidator().getValidator(search)({ results: [{ id: engines }], truncated: false })
        .valid,
    ).toBe(false);
  });

  test("an MCP client lists collections and documents, and reads documents as resources", async () => {
    const { collections } = (await call("list_collections")).structuredContent;
    expect(collections).toEqual(
      expect.arrayContaining([expect.objectContaining({ id: ada.workspace.personalId, label: "Personal" })]),
    );
    const { assets, count } = (
      await call("list_assets", { collectionId: ada.workspace.personalId, limit: 200 })
    ).structuredContent;
    expect(assets).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ id: engines, title: "engines.txt", state: "ready" }),
      ]),
    );
    expect(count).toBe(assets.length);
    const uri = `knowledge://asset/${engines}`;
    expect((await client.listResources()).resources).toEqual(
      expect.arrayContaining([expect.objectContaining({ uri, name: "engines.txt" })]),
    );
    expect((await client.readResource({ uri })).contents[0].text).toContain("Charles Babbage");
  });

  test("an MCP client adds a text that search finds a moment later", async () => {
    const text = "# Mills\n\nThe zephyrite mill at Quorn grinds forty sacks a day.\n";
    const added = await call("add_text", { collectionId: ada.workspace.personalId, name: "mill.md", text });
    const id = added.structuredContent.assetId;
    const state = async () => {
      const { assets } = (await call("list_assets", { collectionId: ada.workspace.personalId, limit: 200 }))
        .structuredContent;
      return assets.find((asset: any) => asset.id === id)?.state;
    };
    await expect.poll(state, { timeout: 30_000 }).toBe("ready");
    expect(
      (await call("ask", { question: "How many sacks does the mill at Quorn grind?" })).structuredContent
        .answer,
    ).toContain("forty sacks");
  });
});

test("an MCP client without a token gets the address of the token's source", async () => {
  const refused = await fetch(`${service.url}/mcp`, {
    method: "POST",
    body: "{}",
    headers: { "content-type": "application/json" },
  });
  const challenge = refused.headers.get("www-authenticate") ?? "";
  const [, metadata = ""] = /^Bearer resource_metadata="([^"]+)"$/.exec(challenge) ?? [];
  expect({ status: refused.status, metadata }).toEqual({
    status: 401,
    metadata: `${service.url}/.well-known/oauth-protected-resource`,
  });
  for (const address of [metadata, `${metadata}/mcp`])
    expect(await (await fetch(address)).json()).toMatchObject({
      resource: `${service.url}/mcp`,
      bearer_methods_supported: ["header"],
    });
});

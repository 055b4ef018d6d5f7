/** The errors of the Model Context Protocol, with its official clients of both generations. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createCollection } from "../../scripts/demo/workspace.ts";
import { newId } from "../../src/domain/ids.ts";
import {
  connectFirstGeneration,
  connectSecondGeneration,
  type McpConnection,
} from "../support/http/mcp-connection.ts";
import {
  addReadyFile,
  makeKey,
  type RemoteUser,
  share,
  signUp,
  startThread,
  textFile,
} from "../support/http/remote-user.ts";
import { sharedService } from "../support/setup/shared-service.ts";

const service = sharedService();
let ada: RemoteUser;
let engines: string;

beforeAll(async () => {
  ada = await signUp(service, "ada-mcp-errors");
  const text =
    "The Analytical Engine was designed by Charles Babbage in 1837.\nThe Difference Engine was built by Per Georg Scheutz in 1843.\n";
  engines = await addReadyFile(ada, ada.workspace.personalId, textFile("engines.txt", text));
});

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

  test("an MCP client gets an error for an unknown resource", async () => {
    const uris = [
      "knowledge://asset/nonsense",
      `knowledge://asset/${newId("asset")}`,
      `knowledge://asset/${engines}/../x`,
      "file:///etc/passwd",
    ];
    for (const uri of uris)
      await expect(client.readResource({ uri })).rejects.toThrow(/not[ _]found|Invalid/i);
  });

  test("an MCP client gets errors with the contract's codes and no data of others", async () => {
    const grace = await signUp(service, "grace-mcp");
    const other = await connect(service.url, grace.api.token);
    const asked = async (name: string, input: Record<string, unknown>) => {
      const { isError, content } = await other.callTool({ name, arguments: input });
      return [isError, content[0].text];
    };
    expect(await asked("fetch", { id: engines })).toEqual([
      true,
      expect.stringMatching(/^not_found: .+ \(op_\w{26}\)$/),
    ]);
    expect(await asked("list_assets", { collectionId: ada.workspace.personalId })).toEqual([
      true,
      expect.stringMatching(/^not_found/),
    ]);
    expect(await asked("ask", { question: "Who?", collectionId: ada.workspace.personalId })).toEqual([
      true,
      expect.stringMatching(/^not_found/),
    ]);
    const add = { collectionId: ada.workspace.personalId, name: "x.md", text: "x" };
    expect(await asked("add_text", add)).toEqual([true, expect.stringMatching(/^not_found/)]);
    expect(
      await asked("add_url", { collectionId: grace.workspace.personalId, url: "ftp://127.0.0.1/" }),
    ).toEqual([true, expect.stringMatching(/^invalid_argument/)]);
    expect(
      (await other.callTool({ name: "search", arguments: { query: "Analytical Engine" } })).structuredContent
        .results,
    ).toEqual([]);
    await expect(other.readResource({ uri: `knowledge://asset/${engines}` })).rejects.toThrow("not_found");

    // Changed rights apply from the next call on.
    await share(ada, ada.workspace.personalId, grace, ["read"]);
    expect(
      (await other.callTool({ name: "fetch", arguments: { id: engines } })).structuredContent.title,
    ).toBe("engines.txt");
    expect(await asked("add_text", add)).toEqual([true, expect.stringMatching(/^permission_denied/)]);
    const body = { actions: [], collectionId: ada.workspace.personalId, userId: grace.workspace.userId };
    await ada.api.request("POST", "/v1/modify-collection-permissions", { body });
    expect(await asked("fetch", { id: engines })).toEqual([true, expect.stringMatching(/^not_found/)]);
    await other.close();
  });

  test("an MCP client gets the effect of current rights from each tool: none, read, write, and none again", async () => {
    const grace = await signUp(service, `grace-mcp-${newId("org").slice(-8)}`);
    const other = await connect(service.url, isByKey ? await makeKey(grace) : grace.api.token);
    const folder = await createCollection(ada.api, ada.workspace.personalId, "Looms");
    const id = await addReadyFile(
      ada,
      folder,
      textFile("looms.txt", "The vermilion loom was built by Ottoline Crane in 1790.\n"),
    );
    const question = "Who built the vermilion loom?";
    const threadId = await startThread(ada, folder);
    const inputs: readonly (readonly [name: string, input: Record<string, unknown>])[] = [
      ["fetch", { id }],
      ["list_assets", { collectionId: folder }],
      ["search", { query: question, collectionId: folder }],
      ["ask", { question, collectionId: folder }],
      ["ask", { question, threadId }],
      ["add_text", { collectionId: folder, name: "x.md", text: "x" }],
      ["add_url", { collectionId: folder, url: "https://unknown.example.com/" }],
    ];
    const codes = async () => {
      const answers = [];
      for (const [name, input] of inputs) {
        const { isError, content } = await other.callTool({ name, arguments: input });
        answers.push(isError === true ? content[0].text.split(":")[0] : "ok");
      }
      const tree = (await other.callTool({ name: "list_collections", arguments: {} })).structuredContent
        .collections;
      const found = (await other.callTool({ name: "search", arguments: { query: question } }))
        .structuredContent.results;
      const read = await other.readResource({ uri: `knowledge://asset/${id}` }).then(
        () => "ok",
        (error: unknown) => /\b(not_found)\b/.exec(String(error))?.[1],
      );
      return [
        ...answers,
        tree.some((each: any) => each.id === folder),
        found.some((each: any) => each.id === id),
        read,
      ];
    };
    const none = [...inputs.map(() => "not_found"), false, false, "not_found"];
    const withRead = [
      "ok",
      "ok",
      "ok",
      ...Array.from({ length: 4 }, () => "permission_denied"),
      true,
      true,
      "ok",
    ];
    expect(await codes()).toEqual(none);
    await share(ada, folder, grace, ["read"]);
    expect(await codes()).toEqual(withRead);
    await share(ada, folder, grace, ["write"]);
    expect(await codes()).toEqual([...inputs.map(() => "ok"), true, true, "ok"]);
    const params = { collectionId: folder, userId: grace.workspace.userId };
    await ada.api.request("POST", "/v1/modify-collection-permissions", {
      body: { actions: ["read"], ...params },
    });
    expect(await codes()).toEqual(withRead);
    await ada.api.request("POST", "/v1/modify-collection-permissions", { body: { actions: [], ...params } });
    expect(await codes()).toEqual(none);
    await other.close();
  });

  test("an MCP client gets an error for invalid arguments", async () => {
    const into = { collectionId: ada.workspace.personalId };
    const refusals = [
      ["fetch", { id: "asset_nonsense" }],
      ["fetch", { id: ada.workspace.personalId }],
      ["fetch", { id: engines, offset: -1 }],
      ["search", { query: "" }],
      ["search", { query: "x".repeat(32_769) }],
      ["search", { query: "x", limit: 1e9 }],
      ["ask", { question: { $ne: null } }],
      ["ask", { question: "x".repeat(32_769) }],
      ["ask", { question: "Who?", threadId: engines }],
      ["list_assets", { collectionId: "../../etc/passwd" }],
      ["list_assets", { ...into, limit: 201 }],
      ["list_assets", { ...into, offset: -1 }],
      ["add_text", { ...into, name: "", text: "x" }],
      ["add_text", { ...into, name: "x.md", text: "" }],
      ["add_text", { ...into, name: "x".repeat(256), text: "x" }],
      ["add_text", { ...into, name: "x.md", text: "x".repeat(900_001) }],
      ["add_text", { collectionId: engines, name: "x.md", text: "x" }],
      ["add_url", { ...into, url: "" }],
      ["add_url", { ...into, url: `https://example.com/${"x".repeat(2_048)}` }],
      ["add_url", { ...into, url: "file:///etc/passwd" }],
      ["add_url", { ...into, url: "http://169.254.169.254/latest/meta-data/" }],
      ["add_url", { ...into, url: "https://ada:secret@example.com/" }],
    ] as const;
    for (const [name, input] of refusals) {
      const answer = await call(name, input).catch((error: unknown) => ({
        isError: true,
        content: [{ text: String(error) }],
      }));
      expect({ name, isError: answer.isError, text: answer.content[0].text }).toEqual({
        name,
        isError: true,
        text: expect.stringMatching(/invalid|Invalid|-32602/),
      });
    }
  });
});

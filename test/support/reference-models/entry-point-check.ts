import { type AccessModel, type ModelAsset } from "./access-model.ts";
import { pathTo, actor, hasEnded, type ModelCollection, type ModelUser } from "./model-user.ts";
import { type Document, type EntryPointFixture, type Thread, WORDS } from "./entry-point-fixture.ts";
import { rawCall } from "../http/call.ts";
import { callTool, type McpAnswer, sendMcp } from "../http/mcp.ts";
import { expectSame } from "./workspace/expect-rejected.ts";

/**
 * A caller of the MCP tools and the chat API. Checks that the caller sees exactly the records that they may
 * read.
 */
export class EntryPointCheck {
  readonly #world: EntryPointFixture;
  readonly #visitor: ModelUser;
  readonly #options: { readonly token: string };
  /** The text of all responses. */
  #told = "";

  constructor(world: EntryPointFixture, visitor: ModelUser) {
    this.#world = world;
    this.#visitor = visitor;
    this.#options = { token: visitor.token };
  }

  /** @param at selects the collection to list, the chat model, and the document */
  async run(at: number): Promise<void> {
    if (hasEnded(this.#visitor)) return await this.#expectShut(at);
    await this.#browse(at);
    await this.#listModels();
    await this.#read();
    await this.#chat(at);
    const words = this.#world.documents
      .filter((document) => this.#sees(document))
      .map(({ fact }) => fact?.[1]);
    expectSame(
      WORDS.filter((word) => !words.includes(word) && this.#told.includes(word)),
      [],
    );
  }

  async #expectShut(at: number): Promise<void> {
    const document = pick(this.#world.documents, at);
    const codes = [
      await this.#tool("list_collections", {}),
      await this.#tool("search", { query: "mill" }),
    ].map(({ code }) => code);
    codes.push(
      (await this.#tool("fetch", { id: document?.asset.id ?? "" })).code,
      (await this.#resource("")).code,
    );
    const question = [{ role: "user", content: "Who built the mill?" }];
    const [models, chat] = [await this.#get("/v1/models"), await this.#complete("workspace", question)];
    expectSame([...new Set(codes), models.status, chat.status], ["unauthenticated", 401, 401]);
    expectSame(
      WORDS.filter((word) => this.#told.includes(word)),
      [],
    );
  }

  /** `list_collections`, and `list_assets` of one of them. */
  async #browse(at: number): Promise<void> {
    const { model, documents } = this.#world;
    const tree = await this.#tool("list_collections", {});
    const readable = model.readable(this.#visitor);
    const lines = readable.map(
      ({ id, parent }) => `${id} ${parent !== null && readable.includes(parent) ? parent.id : null}`,
    );
    expectSame(
      tree.result.structuredContent.collections
        .map(({ id, parentId }: any) => `${id} ${parentId}`)
        .toSorted(),
      lines.toSorted(),
    );
    const place = pick(model.collections, at)!;
    const listed = await this.#tool("list_assets", { collectionId: place.id, limit: 200 });
    const below = documents.filter((document) => isBelow(document.asset, place) && this.#sees(document));
    expectSame(
      [listed.code, idsOf(listed, "assets")],
      readable.includes(place) ? ["ok", ids(below)] : ["not_found", []],
    );
  }

  /** Lists the chat models, and requests threads by name. */
  async #listModels(): Promise<void> {
    const { model, threads } = this.#world;
    const { data } = JSON.parse((await this.#get("/v1/models")).text) as { data: { id: string }[] };
    const mayChat = model.collections.filter((each) => this.#held(each).includes("chat"));
    const isAtHome = mayChat.some((each) => each === homeOf(model, this.#visitor));
    expectSame(
      data.map(({ id }) => id).toSorted(),
      [...(isAtHome ? ["workspace"] : []), ...mayChat.map(({ id }) => `collection:${id}`)].toSorted(),
    );
    for (const thread of threads) {
      const { status } = await this.#get(`/v1/models/thread:${thread.id}`);
      expectSame([thread.state, status], [thread.state, STATUS[codeOf(this.#threadHeld(thread))]]);
    }
  }

  /** `search` over everything, `fetch` of each document, and each document as a resource. */
  async #read(): Promise<void> {
    const { documents } = this.#world;
    const seen = documents.filter((document) => this.#sees(document));
    const found = await this.#tool("search", { query: "the mill that a clerk built", limit: 50 });
    expectSame(idsOf(found, "results"), ids(seen.filter(({ fact }) => fact !== null)));
    const { result } = await this.#mcp("resources/list", {});
    const listed = (result.resources as { uri: string }[]).map(({ uri }) => uri.split("/").at(-1)!);
    expectSame(
      listed.filter((id) => !ids(seen).includes(id)),
      [],
    );
    for (const document of documents) {
      const { asset, fact } = document;
      const expected = !seen.includes(document) ? "not_found" : fact === null ? "failed_precondition" : "ok";
      const [fetched, read] = [await this.#tool("fetch", { id: asset.id }), await this.#resource(asset.id)];
      expectSame([fetched.code, read.code], [expected, expected]);
      const isTold = [fetched, read].map(({ text }) => fact !== null && text.includes(fact[1]));
      expectSame(isTold, [expected === "ok", expected === "ok"]);
    }
  }

  /** Asks about one document, one collection and one thread, through the chat API or a tool. */
  async #chat(at: number): Promise<void> {
    const { model, threads } = this.#world;
    const place = pick(model.collections, at)!;
    await this.#askAbout({ collectionId: place.id }, this.#held(place), (asset) => isBelow(asset, place), at);
    const open = threads.filter((thread) => this.#threadHeld(thread).includes("chat"));
    const thread = pick(open, at) ?? pick(threads, at);
    if (thread === undefined) return;
    const { id: threadId, home, also } = thread;
    await this.#askAbout(
      { threadId },
      this.#threadHeld(thread),
      (asset) => isBelow(asset, home) || isBelow(asset, also),
      at,
    );
  }

  async #askAbout(
    about: { readonly collectionId?: string; readonly threadId?: string },
    held: readonly string[],
    isInScope: (asset: ModelAsset) => boolean,
    at: number,
  ): Promise<void> {
    const document = this.#tempting(isInScope, at);
    const [mill, word] = document.fact!;
    const question = `Who built the ${mill} mill?`;
    const isAnswered = held.includes("chat") && isInScope(document.asset) && this.#sees(document);
    const code = codeOf(held);
    if (at % 2 === 0) {
      const answer = await this.#tool("ask", { question, ...about });
      expectSame([about, answer.code, answer.text.includes(word)], [about, code, isAnswered]);
      return;
    }
    const model =
      about.threadId === undefined ? `collection:${about.collectionId}` : `thread:${about.threadId}`;
    const { status, text } = await this.#complete(model, [{ role: "user", content: question }]);
    expectSame([about, status, text.includes(word)], [about, STATUS[code], isAnswered]);
  }

  /** A document in scope that the visitor may not read, if one exists. */
  #tempting(isInScope: (asset: ModelAsset) => boolean, at: number): Document {
    const told = this.#world.documents.filter(({ fact }) => fact !== null);
    const inScope = told.filter(({ asset }) => isInScope(asset));
    const hidden = inScope.filter((document) => !this.#sees(document));
    return pick(
      [hidden, inScope, told].find((each) => each.length > 0 && (each !== hidden || at % 3 > 0))!,
      at,
    )!;
  }

  #held(collection: ModelCollection): string[] {
    return this.#world.model.actionsOn(this.#visitor, collection);
  }

  #threadHeld({ state, home }: Thread): string[] {
    return state === "alive" ? this.#held(home) : [];
  }

  #sees({ asset, state }: Document): boolean {
    return state === "alive" && [...asset.collections].some((holder) => this.#held(holder).length > 0);
  }

  async #tool(name: string, input: object): Promise<McpAnswer> {
    return this.#heard(await callTool(name, input, this.#options));
  }

  async #mcp(method: string, params: object): Promise<McpAnswer> {
    return this.#heard(await sendMcp(method, params, this.#options));
  }

  async #resource(assetId: string): Promise<McpAnswer> {
    const answer = await this.#mcp("resources/read", { uri: `knowledge://asset/${assetId}` });
    const [, code = answer.code] = /"message":"(\w+):/.exec(answer.text) ?? [];
    return { ...answer, code };
  }

  #heard(answer: McpAnswer): McpAnswer {
    this.#told += answer.text;
    return answer;
  }

  async #get(path: string): Promise<{ readonly status: number; readonly text: string }> {
    const answer = await rawCall("GET", path, this.#options);
    return { status: answer.status, text: await answer.text() };
  }

  async #complete(
    model: string,
    messages: readonly object[],
  ): Promise<{ readonly status: number; readonly text: string }> {
    const answer = await rawCall("POST", "/v1/chat/completions", {
      ...this.#options,
      body: { model, messages },
    });
    const text = await answer.text();
    this.#told += text;
    return { status: answer.status, text };
  }
}

const STATUS = { ok: 200, not_found: 404, permission_denied: 403 } as const;

/** The status of a chat for a caller with these actions. */
function codeOf(held: readonly string[]): keyof typeof STATUS {
  return held.length === 0 ? "not_found" : held.includes("chat") ? "ok" : "permission_denied";
}

function isBelow({ collections: holders }: ModelAsset, place: ModelCollection): boolean {
  return [...holders].some((holder) => pathTo(holder).includes(place));
}

/** The personal collection of the visitor's account, in its own organization. */
function homeOf(model: AccessModel, visitor: ModelUser): ModelCollection | undefined {
  return model.collections.filter(({ kind }) => kind === "personal")[model.users.indexOf(actor(visitor))];
}

function pick<T>(all: readonly T[], at: number): T | undefined {
  return all[at % Math.max(1, all.length)];
}

const ids = (documents: readonly Document[]): string[] => documents.map(({ asset }) => asset.id).toSorted();

function idsOf({ result }: McpAnswer, list: "assets" | "results"): string[] {
  const records = (result?.structuredContent?.[list] ?? []) as { id: string }[];
  return [...new Set(records.map(({ id }) => id))].toSorted();
}

import { type AccessModel, denials, type ModelAsset } from "./access-model.ts";
import {
  pathTo,
  actor,
  hasEnded,
  type ModelAction,
  type ModelCollection,
  type ModelKey,
  type ModelUser,
} from "./model-user.ts";
import { createKey } from "../http/create-key.ts";
import { finishProcessing, put } from "../http/assets.ts";
import { idFromBytes } from "../../../src/domain/ids.ts";
import { restore, tombstone } from "../http/tombstone.ts";
import { deletePermanently } from "../http/folder-to-delete.ts";
import { call } from "../http/call.ts";
import { callTool } from "../http/mcp.ts";
import { expectSame } from "./workspace/expect-rejected.ts";

type State = "alive" | "deleted" | "gone";

/** The topic and text of each document. The last word occurs only in the text. */
const FACTS = [
  ["zephyr", "Marrow"],
  ["lantern", "Tolland"],
  ["heron", "Hobday"],
  ["otter", "Yarrow"],
  ["walnut", "Fenwick"],
  ["copper", "Osgood"],
  ["juniper", "Pemberly"],
  ["granite", "Quillon"],
] as const;
export type Fact = (typeof FACTS)[number];
export const WORDS = FACTS.map(([, word]) => word);

export interface Document {
  readonly asset: ModelAsset;
  /** Null for a page that could not be fetched and has no text. */
  readonly fact: Fact | null;
  state: State;
}

export interface Thread {
  readonly id: string;
  readonly home: ModelCollection;
  /** A further collection in scope, beside the home. */
  readonly also: ModelCollection;
  readonly maker: ModelUser;
  deletedBy: ModelUser | null;
  state: State;
}

/** Assigns each text to one document. */
export class DocumentTexts {
  readonly #facts = new Map<string, Fact>();
  #given = 0;

  get areUsedUp(): boolean {
    return this.#given === FACTS.length;
  }

  get next(): string {
    const [about, word] = this.#nextFact();
    return `The ${about} mill was built in 1871 by a clerk called ${word}.\n`;
  }

  /** Assigns the next text to this document. */
  assign(assetId: string): void {
    this.#facts.set(assetId, this.#nextFact());
    this.#given += 1;
  }

  /** Null if the document has no text. */
  of(assetId: string): Fact | null {
    return this.#facts.get(assetId) ?? null;
  }

  /** Uploads the bytes of a document that was added through the API. */
  readonly arrive = async ({ token }: ModelUser, assetId: string, signedUrl: string): Promise<void> => {
    await put(signedUrl, this.next, "text/plain");
    const body = { assetID: assetId, processInBackground: true, processInThread: false };
    expectSame((await call("notifyUploaded", { token, body })).status, 200);
    await finishProcessing(assetId);
    this.assign(assetId);
  };

  #nextFact(): Fact {
    const fact = FACTS[this.#given];
    if (fact === undefined) throw new Error("There are more documents than facts.");
    return fact;
  }
}

/**
 * An access model with keys, documents with texts, threads, and deleted records. It makes every change in the
 * service too and compares the response.
 */
export class EntryPointFixture {
  readonly model: AccessModel;
  readonly keys: ModelKey[] = [];
  readonly documents: Document[] = [];
  readonly threads: Thread[] = [];
  readonly texts: DocumentTexts;

  constructor(model: AccessModel, texts: DocumentTexts) {
    this.model = model;
    this.texts = texts;
    this.catchUp();
  }

  async makeKey(
    by: ModelUser,
    actions: readonly ModelAction[],
    collections: readonly ModelCollection[],
  ): Promise<void> {
    const { apiKeyId: id, key: token } = await createKey(by, {
      actions,
      collectionIds: collections.map((each) => each.id),
    });
    this.keys.push({ id, token, mergedInto: actor(by), scope: { actions, collections }, isRevoked: false });
  }

  async endKey(at: number): Promise<void> {
    const key = this.keys[at % this.keys.length];
    if (key === undefined || hasEnded(key)) return;
    expectSame(
      (await call("revokeApiKey", { token: actor(key).token, params: { apiKeyId: key.id } })).status,
      200,
    );
    key.isRevoked = true;
  }

  /** Adopts documents that a command has added to the model. */
  catchUp(): void {
    const known = new Set(this.documents.map(({ asset }) => asset));
    for (const asset of this.model.assets)
      if (!known.has(asset)) this.documents.push({ asset, fact: this.texts.of(asset.id), state: "alive" });
  }

  /** `add_text`, or `add_url` with a page that cannot be fetched. Both need `write`. */
  async addByTool(visitor: ModelUser, place: ModelCollection, tool: "add_text" | "add_url"): Promise<void> {
    const more =
      tool === "add_url"
        ? { url: "https://unknown.example.com/mill" }
        : { name: "notes.txt", text: this.texts.next };
    const { code, result } = await callTool(
      tool,
      { collectionId: place.id, ...more },
      { token: visitor.token },
    );
    const [refusal = "ok"] = denials([this.model.actionsOn(visitor, place), ["write"]]);
    expectSame([tool, code], [tool, hasEnded(visitor) ? "unauthenticated" : refusal]);
    if (code !== "ok") return;
    const asset = {
      id: result.structuredContent.assetId as string,
      organizationId: place.organizationId,
      collections: new Set([place]),
    };
    if (tool === "add_text") this.texts.assign(asset.id);
    this.model.assets.push(asset);
    this.catchUp();
    await finishProcessing(asset.id);
  }

  /** Soft-deletes or restores a document. Both need `write` on every collection that contains it. */
  async changeDocument(visitor: ModelUser, document: Document, change: "delete" | "restore"): Promise<void> {
    const { asset, state } = document;
    const held = [...asset.collections].map((holder) => this.model.actionsOn(visitor, holder));
    const isAllowed = state !== "gone" && held.every((each) => each.includes("write"));
    const isSeen = state === "alive" && held.some((each) => each.length > 0);
    const verb = change === "delete" ? tombstone : restore;
    const { body } = await verb(visitor as never, "asset", [asset.id]);
    expectSame([change, body.code], [change, isAllowed ? "ok" : isSeen ? "permission_denied" : "not_found"]);
    if (!isAllowed) return;
    document.state = change === "delete" ? "deleted" : "alive";
    const isKnown = this.model.assets.includes(asset);
    if (change === "delete" && isKnown) this.model.assets.splice(this.model.assets.indexOf(asset), 1);
    if (change === "restore" && !isKnown) this.model.assets.push(asset);
  }

  /** Permanently deletes a collection with all documents that are in no other collection. Keys may not. */
  async destroy(visitor: ModelUser, top: ModelCollection): Promise<void> {
    const { collections } = this.model;
    const denied =
      visitor.scope === undefined
        ? denials([this.model.actionsOn(visitor, top), ["own"]])[0]
        : ("permission_denied" as const);
    const refusal = denied ?? (top.kind === "collection" ? "ok" : "failed_precondition");
    expectSame((await deletePermanently(visitor as never, [top.id])).body.code, refusal);
    if (refusal !== "ok") return;
    const going = collections.filter((each) => pathTo(each).includes(top));
    collections.splice(0, Infinity, ...collections.filter((each) => !going.includes(each)));
    for (const thread of this.threads) if (going.includes(thread.home)) thread.state = "gone";
    for (const document of this.documents) {
      for (const each of going) document.asset.collections.delete(each);
      if (document.asset.collections.size === 0) document.state = "gone";
    }
    const { assets } = this.model;
    assets.splice(0, Infinity, ...assets.filter(({ collections: holders }) => holders.size > 0));
  }

  /**
   * Creates a thread. It needs `chat` at home, and `share` on further sources, because the thread's readers
   * see them.
   */
  async startThread(visitor: ModelUser, home: ModelCollection, also: ModelCollection): Promise<void> {
    const { organizationId, tenantId } = home;
    const organizationContext = { organizationId, tenantId };
    const body = {
      assetIds: [],
      collectionId: home.id,
      collectionIds: [also.id],
      label: "",
      organizationContext,
    };
    const made = await call("createThread", { token: visitor.token, body });
    const needed = pathTo(also).includes(home) ? ("read" as const) : ("share" as const);
    const denied = denials(
      [this.model.actionsOn(visitor, home), ["chat"]],
      [this.model.actionsOn(visitor, also), [needed]],
    );
    const wrong = also.organizationId === home.organizationId ? [] : (["failed_precondition"] as const);
    const refusals = denied.length > 0 ? [...denied, ...wrong] : wrong;
    const isExpected =
      refusals.length === 0
        ? made.body.code === "ok"
        : (refusals as readonly string[]).includes(made.body.code);
    expectSame([made.body.code, isExpected], [made.body.code, true]);
    if (made.body.code !== "ok") return;
    const id = idFromBytes("thread", made.body.data.threadId);
    this.threads.push({ id, home, also, maker: actor(visitor), deletedBy: null, state: "alive" });
  }

  /**
   * Deletes and restores a thread. Its creator with `write` or an owner of its home may do so. Keys may not.
   */
  async changeThread(visitor: ModelUser, thread: Thread, change: "delete" | "restore"): Promise<void> {
    const { home, maker, deletedBy, state, id } = thread;
    const held = state === "gone" ? [] : this.model.actionsOn(visitor, home);
    const isOwn = actor(maker) === actor(visitor) && actor(deletedBy ?? maker) === actor(visitor);
    const isAllowed =
      visitor.scope === undefined && (held.includes("own") || (isOwn && held.includes("write")));
    const isTold = visitor.scope !== undefined || (state === "alive" && held.length > 0);
    const verb = change === "delete" ? tombstone : restore;
    const { body } = await verb(visitor as never, "thread", [id]);
    expectSame([change, body.code], [change, isAllowed ? "ok" : isTold ? "permission_denied" : "not_found"]);
    if (!isAllowed) return;
    if ((change === "delete") === (state === "alive"))
      thread.deletedBy = change === "delete" ? actor(visitor) : null;
    thread.state = change === "delete" ? "deleted" : "alive";
  }
}

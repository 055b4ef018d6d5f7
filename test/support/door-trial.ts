import {
  type AccessModel,
  above,
  actor,
  inOrder,
  MODEL_ACTIONS,
  type ModelAction,
  type ModelAsset,
  type ModelCollection,
  type ModelUser,
} from "./access-model.ts";
import { createKey } from "./api-keys.ts";
import { finishProcessing, put } from "./assets.ts";
import { call, rawCall } from "./http.ts";
import { callTool, type McpAnswer } from "./mcp.ts";
import { expectSame } from "./workspace-model/workspace-checks.ts";

interface ModelKey {
  readonly id: string;
  readonly token: string;
  readonly user: ModelUser;
  readonly actions: readonly ModelAction[];
  readonly collections: readonly ModelCollection[];
  isRevoked: boolean;
}

/** Who comes to the doors: somebody with their own token, or a program with a key of theirs. */
type Visitor = ModelUser | ModelKey;

/** What each document is about and says: the last word stands in its text alone. */
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

/** Keys of an access model, and what they and their users reach by tools and by chat. */
export class DoorTrial {
  readonly keys: ModelKey[] = [];
  readonly #facts = new Map<string, (typeof FACTS)[number]>();

  /** A document whose text is there to be found. */
  readonly arrive = async ({ token }: ModelUser, assetId: string, signedUrl: string): Promise<void> => {
    await put(signedUrl, this.#nextText(assetId), "text/plain");
    const body = { assetID: assetId, processInBackground: true, processInThread: false };
    expectSame((await call("POST", "/v1/assets/notifyUploaded", { token, body })).status, 200);
    await finishProcessing(assetId);
  };

  /** `add_text` to a collection, which needs `write` there. */
  async add(model: AccessModel, visitor: Visitor, place: ModelCollection): Promise<void> {
    const input = { collectionId: place.id, name: "notes.txt", text: this.#nextText(null) };
    const { code, result } = await callTool("add_text", input, { token: visitor.token });
    const held = new Seen(model, visitor).held(place);
    const allowed = held.length === 0 ? "not_found" : held.includes("write") ? "ok" : "permission_denied";
    expectSame(code, hasEnded(visitor) ? "unauthenticated" : allowed);
    if (code !== "ok") return;
    const id = result.structuredContent.assetId as string;
    this.#nextText(id);
    model.assets.push({ id, organizationId: place.organizationId, holders: new Set([place]) });
    await finishProcessing(id);
  }

  get isFull(): boolean {
    return this.#facts.size === FACTS.length;
  }

  async makeKey(by: ModelUser, actions: readonly ModelAction[], collections: readonly ModelCollection[]): Promise<void> {
    const made = await createKey(by, { actions, collectionIds: collections.map(({ id }) => id) });
    this.keys.push({ id: made.apiKeyId, token: made.key, user: actor(by), actions, collections, isRevoked: false });
  }

  async endKey(at: number): Promise<void> {
    const key = this.keys[at % this.keys.length];
    if (key === undefined || hasEnded(key)) return;
    expectSame((await call("DELETE", `/v1/api-keys/${key.id}`, { token: key.user.token })).status, 200);
    key.isRevoked = true;
  }

  /** Everything that the visitor is shown is theirs to read, and all of that is shown. @param at which collection is listed and chatted about, and which document is asked for there */
  async look(model: AccessModel, visitor: Visitor, at: number): Promise<void> {
    if (hasEnded(visitor)) return await this.#expectShut(visitor);
    const seen = new Seen(model, visitor);
    const told = [await this.#browse(model, seen, at), await this.#read(model, seen), await this.#chat(model, seen, at)].join("\n");
    const words = model.assets.filter((asset) => seen.sees(asset)).map(({ id }) => this.#factOf(id)[1]);
    const others = FACTS.map(([, word]) => word).filter((word) => !words.includes(word));
    expectSame(
      others.filter((word) => told.includes(word)),
      [],
    );
  }

  /** What the next document says. @param assetId whose it is from now on; null: nobody's yet */
  #nextText(assetId: string | null): string {
    const fact = FACTS[this.#facts.size];
    if (fact === undefined) throw new Error("There are more documents than facts.");
    if (assetId !== null) this.#facts.set(assetId, fact);
    return `The ${fact[0]} mill was built in 1871 by a clerk called ${fact[1]}.\n`;
  }

  async #expectShut({ token }: Visitor): Promise<void> {
    const shown = [(await callTool("list_collections", {}, { token })).code, (await rawCall("GET", "/v1/models", { token })).status];
    expectSame(shown, ["unauthenticated", 401]);
  }

  /** `list_collections`, `list_assets` of one of them, and the models of a chat. */
  async #browse(model: AccessModel, { visitor, held, sees }: Seen, at: number): Promise<string> {
    const { token } = visitor;
    const tree = await callTool("list_collections", {}, { token });
    const readable = model.collections.filter((each) => held(each).length > 0);
    const lines = readable.map(({ id, parent }) => `${id} ${parent !== null && held(parent).length > 0 ? parent.id : null}`);
    expectSame(tree.result.structuredContent.collections.map(({ id, parentId }: any) => `${id} ${parentId}`).toSorted(), lines.toSorted());
    const place = model.collections[at % model.collections.length]!;
    const listed = await callTool("list_assets", { collectionId: place.id, limit: 200 }, { token });
    const below = model.assets.filter((asset) => isBelow(asset, place) && sees(asset)).map(({ id }) => id);
    expectSame([listed.code, idsOf(listed, "assets")], held(place).length > 0 ? ["ok", below.toSorted()] : ["not_found", []]);
    const { data } = await (await rawCall("GET", "/v1/models", { token })).json<{ data: { id: string }[] }>();
    const mayChat = model.collections.filter((each) => held(each).includes("chat"));
    const isAtHome = mayChat.some((each) => each === homeOf(model, visitor));
    const models = [...(isAtHome ? ["workspace"] : []), ...mayChat.map(({ id }) => `collection:${id}`)];
    expectSame(data.map(({ id }) => id).toSorted(), models.toSorted());
    return `${tree.text}\n${listed.text}`;
  }

  /** `search` over everything, and `fetch` of each document. */
  async #read(model: AccessModel, { visitor: { token }, sees }: Seen): Promise<string> {
    const found = await callTool("search", { query: "the mill that a clerk built", limit: 50 }, { token });
    expectSame(
      idsOf(found, "results"),
      model.assets
        .filter(sees)
        .map(({ id }) => id)
        .toSorted(),
    );
    let told = found.text;
    for (const asset of model.assets) {
      const { code, text } = await callTool("fetch", { id: asset.id }, { token });
      expectSame([code, text.includes(this.#factOf(asset.id)[1])], sees(asset) ? ["ok", true] : ["not_found", false]);
      told += text;
    }
    return told;
  }

  /** A chat about one collection, which asks for what one document says. */
  async #chat(model: AccessModel, { visitor: { token }, held }: Seen, at: number): Promise<string> {
    const place = model.collections[at % model.collections.length]!;
    const asset = model.assets[at % model.assets.length]!;
    const [mill, word] = this.#factOf(asset.id);
    const messages = [{ role: "user", content: `Who built the ${mill} mill?` }];
    const answer = await rawCall("POST", "/v1/chat/completions", { token, body: { model: `collection:${place.id}`, messages } });
    const text = await answer.text();
    const isAnswered = held(place).includes("chat") && isBelow(asset, place);
    const status = held(place).length === 0 ? 404 : held(place).includes("chat") ? 200 : 403;
    expectSame([answer.status, text.includes(word)], [status, isAnswered]);
    return text;
  }

  #factOf(assetId: string): (typeof FACTS)[number] {
    const fact = this.#facts.get(assetId);
    if (fact === undefined) throw new Error(`${assetId} has no text.`);
    return fact;
  }
}

/** What a visitor may do at this moment. */
class Seen {
  readonly visitor: Visitor;
  readonly #model: AccessModel;

  constructor(model: AccessModel, visitor: Visitor) {
    this.#model = model;
    this.visitor = visitor;
  }

  /** A key has, of what its user holds on what it names, what it is for: there and below. */
  readonly held = (collection: ModelCollection): ModelAction[] => {
    const { visitor } = this;
    if (!isKey(visitor)) return this.#model.held(visitor, collection);
    const { user, actions, collections } = visitor;
    const named = collections.length === 0 ? [collection] : above(collection).filter((each) => collections.includes(each));
    const reached = inOrder(named.flatMap((each) => this.#model.held(user, each)));
    const wanted = inOrder(actions);
    return MODEL_ACTIONS.filter((action) => reached.includes(action) && wanted.includes(action));
  };

  readonly sees = ({ holders }: ModelAsset): boolean => [...holders].some((holder) => this.held(holder).length > 0);
}

function isKey(visitor: Visitor): visitor is ModelKey {
  return "isRevoked" in visitor;
}

/** Keys end with a merge of their user's account. */
function hasEnded(visitor: Visitor): boolean {
  return isKey(visitor) && (visitor.isRevoked || visitor.user.mergedInto !== null);
}

function isBelow({ holders }: ModelAsset, place: ModelCollection): boolean {
  return [...holders].some((holder) => above(holder).includes(place));
}

/** The personal collection of whom the visitor acts for, in their own organization. */
function homeOf(model: AccessModel, visitor: Visitor): ModelCollection | undefined {
  const at = model.users.indexOf(actor(isKey(visitor) ? visitor.user : visitor));
  return model.collections.filter(({ kind }) => kind === "personal")[at];
}

function idsOf({ result }: McpAnswer, list: "assets" | "results"): string[] {
  const records = (result?.structuredContent?.[list] ?? []) as { id: string }[];
  return [...new Set(records.map(({ id }) => id))].toSorted();
}

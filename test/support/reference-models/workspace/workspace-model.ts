import { AccessModel } from "../access-model.ts";
import { pathTo, actor, type ModelAction, type ModelCollection, type ModelUser } from "../model-user.ts";
import { heldOnAsset, heldOnThread, mayChat, mayDeleteAsset, mayDeleteThread } from "./thread-rights.ts";
import { ModelKeys } from "./model-keys.ts";
import { type AboutQuestions, type Deletable, isAboutQuestions, PEOPLE, type Step } from "./steps.ts";
import { type Said, type Question, type Thread, type KnownAsset, pick } from "./known-asset.ts";

/** A reference model of all actions on a few assets and a thread, with plain objects and linear searches. */
export class WorkspaceModel {
  readonly access = new AccessModel();
  readonly people: readonly ModelUser[];
  readonly places: readonly ModelCollection[];
  readonly assets: readonly KnownAsset[];
  readonly thread: Thread;
  readonly keys = new ModelKeys();
  /** The kinds of all deleted records, in order. */
  readonly deletions: ("asset" | "thread" | "collection")[] = [];
  /** The recent assets and threads of each account, before any merge. */
  readonly #recentAssets: { readonly of: ModelUser; readonly asset: number }[] = [];
  readonly #recentThread: ModelUser[] = [];

  /**
   * Each asset belongs to the first person and is in the home alone. The thread belongs to the last person,
   * and its scope holds all assets.
   */
  constructor(people: readonly ModelUser[], places: readonly ModelCollection[], assetIds: readonly string[]) {
    this.people = people;
    this.places = places;
    this.access.users.push(...people);
    this.access.collections.push(...places);
    const { organizationId } = this.home;
    this.assets = assetIds.map((id) => ({
      id,
      organizationId,
      collections: new Set([this.home]),
      state: "alive",
    }));
    this.access.assets.push(...this.assets);
    const maker = pick(people, PEOPLE - 1);
    this.thread = {
      state: "alive",
      maker,
      deletedBy: null,
      linked: new Set(),
      questions: [],
      link: undefined,
    };
    this.#recentThread.push(maker);
    for (const asset of this.assets.keys())
      for (const of of [pick(people, 0), maker]) this.#recentAssets.push({ of, asset });
  }

  get home(): ModelCollection {
    return pick(this.places, 1);
  }

  isThere(place: ModelCollection): boolean {
    return this.access.collections.includes(place);
  }

  held(user: ModelUser, place: ModelCollection): ModelAction[] {
    return this.isThere(place) ? this.access.actionsOn(user, place) : [];
  }

  reads(user: ModelUser, asset: KnownAsset): boolean {
    return asset.state === "alive" && heldOnAsset(this, user, asset).length > 0;
  }

  readsThread(user: ModelUser): boolean {
    return this.thread.state === "alive" && heldOnThread(this, user).length > 0;
  }

  /** Whether a guest with the newest link can read the thread. */
  isOpen(): boolean {
    return this.thread.state === "alive" && Boolean(this.thread.link);
  }

  /** Whether the user sees a deleted asset among the restorable ones. */
  mayRestore(user: ModelUser, asset: KnownAsset): boolean {
    return asset.state === "deleted" && mayDeleteAsset(this, user, asset);
  }

  mayRestoreThread(user: ModelUser): boolean {
    return this.thread.state === "deleted" && mayDeleteThread(this, user);
  }

  recentAssets(user: ModelUser): number[] {
    return [...this.assets.keys()].filter((asset) =>
      this.#recentAssets.some((one) => one.asset === asset && actor(one.of) === actor(user)),
    );
  }

  isRecentThread(user: ModelUser): boolean {
    return this.#recentThread.some((one) => actor(one) === actor(user));
  }

  /**
   * Applies the step if it is permitted.
   * @returns whether it is, or null if no record fits
   */
  take(step: Step): boolean | null {
    if (step.does === "make key") return this.#makeKey(step);
    if (step.does === "end key") return this.keys.end(step.key);
    if (!this.keys.mayTry(step)) return false;
    if (isAboutQuestions(step)) return this.#discuss(step);
    const isDone = this.#try(step);
    this.#endLostLink();
    return isDone;
  }

  #callerOf(step: Extract<Step, { readonly by: number }>): ModelUser {
    return this.keys.of(step) ?? pick(this.people, step.by);
  }

  #makeKey({ by, places, actions }: Extract<Step, { does: "make key" }>): boolean | null {
    const [user, collections] = [actor(pick(this.people, by)), places.map((at) => pick(this.places, at))];
    if (!collections.every((each) => this.held(user, each).length > 0))
      return actions.length === 0 ? null : false;
    return this.keys.make(user, actions, collections);
  }

  #try(step: Exclude<Step, AboutQuestions | { does: "make key" | "end key" }>): boolean {
    switch (step.does) {
      case "link asset":
      case "unlink asset":
        return this.#linkAsset(step);
      case "link thread":
      case "unlink thread":
        return this.#linkThread(step);
      case "destroy":
        return this.#destroy(step);
      case "move":
      case "share":
      case "change":
        return this.#changeAccess(step);
      case "merge":
        return this.#command(pick(this.people, step.into), {
          kind: "merge",
          into: pick(this.people, step.into),
          old: pick(this.people, step.old),
        });
      case "delete":
      case "restore":
        return this.#delete(step);
      case "purge":
        return this.#purge(step.what);
      case "make link":
      case "end link":
        return this.#publish(step);
      default:
        return step satisfies never;
    }
  }

  #command(by: ModelUser, command: Parameters<AccessModel["apply"]>[1]): boolean {
    if (this.access.rejections(by, command).length > 0) return false;
    this.access.apply(by, command, "");
    return true;
  }

  #linkAsset({
    does,
    by,
    asset: at,
    place,
  }: Extract<Step, { does: "link asset" | "unlink asset" }>): boolean {
    const [collection, asset] = [pick(this.places, place), pick(this.assets, at)];
    if (!this.isThere(collection) || asset.state !== "alive") return false;
    return this.#command(pick(this.people, by), {
      kind: does === "link asset" ? "link" : "unlink",
      collection,
      asset,
    });
  }

  #linkThread({
    does,
    by,
    place,
  }: Extract<Step, { does: "link thread" | "unlink thread" | "destroy" }>): boolean {
    const [user, collection] = [pick(this.people, by), pick(this.places, place)];
    const needed = does === "link thread" ? "share" : "read";
    if (
      !this.held(user, collection).includes("write") ||
      !this.readsThread(user) ||
      !heldOnThread(this, user).includes(needed)
    )
      return false;
    if (does === "unlink thread") {
      if (collection === this.home) return false;
      this.thread.linked.delete(collection);
    } else if (collection !== this.home) this.thread.linked.add(collection);
    return true;
  }

  #destroy({ by, place }: Extract<Step, { does: "link thread" | "unlink thread" | "destroy" }>): boolean {
    const top = pick(this.places, place);
    if (!this.held(pick(this.people, by), top).includes("own") || top.kind !== "collection") return false;
    this.deletions.push("collection");
    const going = this.access.collections.filter((each) => pathTo(each).includes(top));
    this.access.collections.splice(
      0,
      Infinity,
      ...this.access.collections.filter((each) => !going.includes(each)),
    );
    if (going.includes(this.home)) this.thread.state = "gone";
    for (const each of going) {
      this.thread.linked.delete(each);
      for (const asset of this.assets)
        if (asset.collections.delete(each) && asset.collections.size === 0) asset.state = "gone";
    }
    return true;
  }

  #changeAccess(step: Extract<Step, { does: "move" | "share" | "change" }>): boolean {
    const [by, collection] = [pick(this.people, step.by), pick(this.places, step.place)];
    if (!this.isThere(collection)) return false;
    if (step.does === "move") {
      const parent = pick(this.places, step.below);
      return this.isThere(parent) && this.#command(by, { kind: "move", collection, parent });
    }
    if (step.does === "share" && step.actions.length === 0) return false;
    return this.#command(by, {
      kind: step.does,
      collection,
      to: pick(this.people, step.to),
      actions: step.actions,
    });
  }

  #delete(step: Extract<Step, { does: "delete" | "restore" }>): boolean {
    const { does, what } = step;
    const by = this.#callerOf(step);
    const record = what === "thread" ? this.thread : pick(this.assets, what);
    const may =
      record === this.thread ? mayDeleteThread(this, by) : mayDeleteAsset(this, by, record as KnownAsset);
    if (!may || record.state === "gone") return false;
    const wasAlive = record.state === "alive";
    record.state = does === "delete" ? "deleted" : "alive";
    if (wasAlive && does === "delete") this.deletions.push(what === "thread" ? "thread" : "asset");
    if (record === this.thread && wasAlive !== (does === "restore"))
      this.thread.deletedBy = does === "delete" ? by : null;
    return true;
  }

  #purge(what: Deletable): boolean {
    const record = what === "thread" ? this.thread : pick(this.assets, what);
    if (record.state === "deleted") record.state = "gone";
    return true;
  }

  #publish({ does, by: at }: Extract<Step, { does: "make link" | "end link" }>): boolean {
    const by = pick(this.people, at);
    if (!this.readsThread(by) || !this.held(by, this.home).includes("share")) return false;
    if (does === "end link" && this.thread.link === undefined) return false;
    this.thread.link = does === "make link" ? { maker: by } : null;
    return true;
  }

  /** Ends the link permanently. A user who regains the right creates another link. */
  #endLostLink(): void {
    const { link } = this.thread;
    if (link && !this.held(link.maker, this.home).includes("share")) this.thread.link = null;
  }

  #discuss(step: AboutQuestions): boolean | null {
    const by = this.#callerOf(step);
    const { questions } = this.thread;
    if (step.does !== "ask" && questions.length === 0) return null;
    if (!mayChat(this, by)) return false;
    if (step.does === "choose") {
      const question = pick(questions, step.question);
      question.shown = step.version % question.versions.length;
      return true;
    }
    const question =
      step.does === "ask" ? { about: step.about, versions: [], shown: 0 } : pick(questions, step.question);
    if (step.does === "ask") {
      questions.push(question);
      this.#recentThread.push(by);
    }
    const said = this.#answer(by, question, step.stopper);
    question.shown = question.versions.push(said) - 1;
    if (typeof said === "number") this.#recentAssets.push({ of: by, asset: said });
    return true;
  }

  #answer(by: ModelUser, { about }: Question, stopper: number | null): Said {
    if (stopper !== null && mayChat(this, pick(this.people, stopper))) return "stopped";
    return this.reads(by, pick(this.assets, about)) ? about : "nothing";
  }
}

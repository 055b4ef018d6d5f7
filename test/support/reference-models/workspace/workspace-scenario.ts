import { actor, hasEnded, type ModelCollection, type ModelUser } from "../model-user.ts";
import { call } from "../../http/call.ts";
import { deliveryStates, endWebhook, dispatchWebhooks } from "../../http/received-webhooks.ts";
import {
  answersById,
  answersOf,
  expectedFor,
  meaningOf,
  shownAnswers,
  shownTo,
  wordsFor,
  wordsIn,
} from "./shown-to.ts";
import { expectRejected, expectSame, expectWithin } from "./expect-rejected.ts";
import { Window } from "./window.ts";
import type { Step } from "./steps.ts";
import { WorkspaceModel } from "./workspace-model.ts";
import { pick } from "./known-asset.ts";
import { carryOut, type World } from "./workspace-world.ts";

/** The close codes for a lost session, lost access, and a merged account. */
const [ENDED, FORBIDDEN, MERGED] = [4401, 4403, 4412];
const HOUR_MS = 3_600_000;
/** The hours after which every retry has ended. */
const MAX_HOURS = 12;

function modelOf({ people, placeIds, assetIds }: World): WorkspaceModel {
  const users = people.map(({ userId: id, token }): ModelUser => ({ id, token, mergedInto: null }));
  const { organizationId, tenantId } = pick(people, 0);
  const place = (at: number, parent: ModelCollection | null): ModelCollection => {
    return {
      id: pick(placeIds, at),
      organizationId,
      tenantId,
      kind: parent === null ? "root" : "collection",
      parent,
    };
  };
  const root = place(0, null);
  const beside = place(2, root);
  const model = new WorkspaceModel(users, [root, place(1, root), beside, place(3, beside)], assetIds);
  const { access, places } = model;
  access.grant(pick(users, 0), root, "own");
  access.grant(pick(users, 1), pick(places, 1), "write");
  access.grant(pick(users, 2), beside, "own");
  access.grant(pick(users, 3), pick(places, 1), "chat");
  return model;
}

/** The service's records, the model, and all listeners. */
export class WorkspaceScenario {
  readonly #world: World;
  readonly #model: WorkspaceModel;
  readonly #windows: Window[];
  /** The windows of keys. */
  readonly #programs: Window[] = [];
  /** The guest's window and its link. */
  #guest: { readonly link: string; readonly window: Window } | null = null;

  constructor(world: World) {
    this.#world = world;
    this.#model = modelOf(world);
    this.#windows = world.people.map(({ token }) => new Window(world.threadId, { token }));
  }

  async take(step: Step): Promise<void> {
    const before = this.#model.people.map(actor);
    const isAllowed = this.#model.take(step);
    if (isAllowed === null) return;
    expectSame([step, await carryOut(this.#world, step)], [step, isAllowed]);
    for (const [at, window] of this.#windows.entries()) {
      // Accounts that were merged into the old account earlier act as the new one too.
      const isMerged =
        step.does === "merge" && isAllowed && before[at] === pick(this.#model.people, step.old);
      await this.#follow(
        window,
        this.#model.readsThread(pick(this.#model.people, at)),
        isMerged ? MERGED : FORBIDDEN,
      );
    }
    const { threadId, keys } = this.#world;
    for (const { token } of keys.slice(this.#programs.length))
      this.#programs.push(new Window(threadId, { token }));
    for (const [at, window] of this.#programs.entries()) {
      const key = pick(this.#model.keys.all, at);
      const isOver = hasEnded(key);
      await this.#follow(window, !isOver && this.#model.readsThread(key), isOver ? ENDED : FORBIDDEN);
    }
    const link = this.#model.isOpen() ? (this.#world.links.at(-1)?.publicToken ?? "") : "";
    const guest = this.#guest;
    if (guest !== null) await this.#follow(guest.window, guest.link === link, FORBIDDEN);
    if (link === "" || guest?.link === link) return;
    this.#guest = { link, window: new Window(this.#world.threadId, { publicToken: link }) };
    await this.#guest.window.open();
  }

  /** Lets in readers, and expects others to be disconnected. */
  async #follow(window: Window, mayRead: boolean, code: number): Promise<void> {
    if (window.isOpen && (!mayRead || code === MERGED)) expectSame(await window.closed(), code);
    if (!window.isOpen && mayRead) await window.open();
    if (!window.isOpen) await expectRejected(window.open());
  }

  async expectShown(): Promise<void> {
    for (const [at, { token }] of this.#world.people.entries()) {
      const user = pick(this.#model.people, at);
      expectSame([at, await shownTo(this.#world, token)], [at, expectedFor(this.#model, user)]);
    }
    for (const [at, { token }] of this.#world.keys.entries()) {
      const key = pick(this.#model.keys.all, at);
      if (hasEnded(key))
        expectSame(
          (await call("getThread", { token, params: { threadID: this.#world.threadId } })).status,
          401,
        );
      else
        expectSame(
          ["key", at, await shownTo(this.#world, token)],
          ["key", at, expectedFor(this.#model, key)],
        );
    }
    await this.#expectOldLinksClosed();
    const listening = [
      ...this.#windows.entries(),
      ...(this.#guest === null ? [] : [[null, this.#guest.window] as const]),
    ];
    for (const [at, window] of listening) if (window.isOpen) await this.#expectReceived(window, at);
    for (const [at, window] of this.#programs.entries())
      if (window.isOpen) await this.#expectReceived(window, at, "key");
  }

  /**
   * Dispatches webhooks. Their creator, while they own the organization, receives each event that they may
   * read now once, and all deletions. Payloads contain no document text.
   */
  async expectTold(): Promise<void> {
    const { webhook } = this.#world;
    const [maker, { questions }] = [pick(this.#model.people, 0), this.#model.thread];
    const isPending = async () => (await deliveryStates(webhook.webhookId)).includes("pending");
    // A delivery that failed on a busy machine is retried minutes later.
    for (let hours = 0; hours === 0 || (hours < MAX_HOURS && (await isPending())); hours += 1)
      await dispatchWebhooks(new Date(Date.now() + hours * HOUR_MS));
    // A delivery without a timely acknowledgement comes again with the same id.
    const bodies = [
      ...new Map(
        (await webhook.received()).map(({ headers, body }) => [headers["webhook-id"], body]),
      ).values(),
    ];
    const told = bodies.map((body) => (JSON.parse(body) as { readonly type: string }).type);
    const owns = this.#model.held(maker, pick(this.#model.places, 0)).includes("own");
    const said = owns && this.#model.readsThread(maker) ? questions : [];
    const answers = said.flatMap(({ versions }) => versions.filter((each) => each !== "stopped"));
    const count = (type: string): number => told.filter((each) => each === type).length;
    const gone = (kind: "asset" | "thread" | "collection"): number =>
      owns ? this.#model.deletions.filter((each) => each === kind).length : 0;
    expectSame(
      {
        messages: count("message.created"),
        answers: count("answer.completed"),
        assets: count("asset.deleted"),
        threads: count("thread.deleted"),
        collections: count("collection.deleted"),
        shares: owns || count("share.changed") === 0,
        words: wordsIn(bodies.join("")),
      },
      {
        messages: said.length,
        answers: answers.length,
        assets: gone("asset"),
        threads: gone("thread"),
        collections: gone("collection"),
        shares: true,
        words: [],
      },
    );
    await endWebhook(webhook.webhookId);
  }

  close(): void {
    for (const window of [...this.#windows, ...this.#programs, this.#guest?.window]) window?.leave();
  }

  async #expectOldLinksClosed(): Promise<void> {
    for (const [at, { publicToken }] of this.#world.links.entries()) {
      const isOpen = this.#model.isOpen() && at === this.#world.links.length - 1;
      const { status, body } = await call("getThread", {
        params: { threadID: this.#world.threadId },
        query: { publicAccessToken: publicToken },
      });
      expectSame(
        [status, status === 200 ? answersOf(body.data) : []],
        isOpen ? [200, shownAnswers(this.#model)] : [404, []],
      );
      const isTold = wordsIn(JSON.stringify(body)).filter(
        (word) => !wordsFor(this.#model, null).includes(word),
      );
      expectSame(isTold, []);
    }
  }

  /**
   * Listeners know the displayed state, unless they were asked to resync. New listeners receive no deleted
   * content.
   */
  async #expectReceived(window: Window, at: number | null, kind: "person" | "key" = "person"): Promise<void> {
    await window.catchUp();
    const told = (one: Window) =>
      Object.fromEntries([...one.answers].map(([id, text]) => [id, meaningOf(text)]));
    const known = answersById(this.#model, this.#world);
    const isForgotten = this.#model.assets.some(({ state }) => state === "gone");
    const expectSent = (one: Window): void => {
      if (one.hasResynced) return;
      // A purge removes the log entries of the purged record. A client that starts at 0 receives the
      // remaining events.
      if (isForgotten) expectWithin(told(one), known);
      else expectSame([at, told(one)], [at, known]);
    };
    expectSent(window);
    const [callers, users] =
      kind === "key" ? [this.#world.keys, this.#model.keys.all] : [this.#world.people, this.#model.people];
    const opener =
      at === null ? { publicToken: this.#guest?.link ?? "" } : { token: pick(callers, at).token };
    const newcomer = new Window(this.#world.threadId, opener);
    await newcomer.open();
    newcomer.leave();
    expectSent(newcomer);
    const user = at === null ? null : pick(users, at);
    expectSame(
      wordsIn(newcomer.heard).filter((word) => !wordsFor(this.#model, user).includes(word)),
      [],
    );
  }
}

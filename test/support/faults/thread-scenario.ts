import { evictDurableObject, runInDurableObject } from "cloudflare:test";
import { vi } from "vitest";
import type { AcceptResult } from "../../../src/thread-room/api.ts";
import { newId } from "../../../src/domain/ids.ts";
import { testEnv } from "../setup/env.ts";
import { fireAlarm, outstandingWork, drainRoom } from "./drain-room.ts";
import { type Folder, openRoom, type Workplace } from "../rows/workplace.ts";
import { storedMessages } from "../rows/stored-messages.ts";
import { Follower } from "../assertions/room-follower.ts";
import { type Step, watchSteps } from "./room-steps.ts";
import { batchOf, type Crash, happen, isPossible } from "./plan-fault.ts";
import { frameOf, type MessageInput } from "../fixtures/message-input.ts";
import { expectOrder, expectReceived, expectOutcome, receivedBy } from "../assertions/expect-outcome.ts";
import { type ScenarioStep, wordsOf } from "./scenario-steps.ts";
import {
  expectThreadInvariants,
  inputOf,
  type SentMessage,
  scopeFor,
} from "../assertions/thread-invariants.ts";

interface Client {
  readonly follower: Follower;
  readonly userId: SentMessage["userId"];
  readonly said: SentMessage[];
}

const TIMES_MS = [1, 900, 6_000, 61_000];
/** How often clients resend their missing messages. */
const MAX_RESENDS = 3;

/** A thread and its clients through a sequence of faults. Needs a faked `Date`. */
export class ThreadScenario {
  readonly #place: Workplace;
  readonly #folders: readonly Folder[];
  readonly #clients: readonly Client[];
  readonly #stopWatching: () => void;
  readonly #calls: Promise<void>[] = [];
  /** The first send and the first acknowledgement of each message, in ticks of the scenario's clock. */
  readonly #sentAt = new Map<SentMessage, number>();
  readonly #acknowledgedAt = new Map<SentMessage, number>();
  readonly #underWay: D1PreparedStatement[][] = [];
  readonly #stepMs: number;
  #planned: { steps: number; readonly crash: Crash } | null = null;
  #ticks = 0;

  /**
   * @param folders one for each possible scope change
   * @param stepMs the duration of each room step
   */
  constructor(
    place: Workplace,
    userIds: readonly SentMessage["userId"][],
    folders: readonly Folder[],
    stepMs: number,
  ) {
    this.#place = place;
    this.#stepMs = stepMs;
    this.#folders = folders;
    this.#clients = userIds.map((userId, n) => {
      const session = { userId, rateKey: `${place.threadId} ${n}` };
      return { userId, follower: new Follower(place, session), said: [] };
    });
    this.#stopWatching = watchSteps(place.threadId, (step, proceed) => this.#atStep(step, proceed));
  }

  async take(step: ScenarioStep): Promise<void> {
    this.#ticks += 1;
    const { crash, step: steps } = step;
    if (crash !== null) this.#planned = { steps, crash };
    await this.#happen(step);
    // Gives calls in progress a short time only, so that the next step happens in the middle of them.
    await new Promise((resolve) => setTimeout(resolve, 0));
  }

  /** Lets clients and the platform finish without further faults. All clients and D1 must then agree. */
  async end(): Promise<void> {
    this.#planned = null;
    await Promise.all(this.#calls);
    await drainRoom(this.#place);
    await this.#expectAcknowledged();
    for (let resends = 0; resends < MAX_RESENDS; resends += 1) await this.#sayWhatIsMissing();
    for (const batch of this.#underWay.splice(0)) await arrive(batch);
    await drainRoom(this.#place);
    const frames = await expectThreadInvariants(this.#place, this.#allSaid());
    for (const { follower } of this.#clients) await expectReceived(follower, frames);
  }

  close(): void {
    for (const { follower } of this.#clients) follower.disconnect();
    this.#stopWatching();
  }

  async #happen({ kind, by, pick, what, over }: ScenarioStep): Promise<void> {
    const client = this.#clients[by % this.#clients.length] as Client;
    switch (kind) {
      case "say":
        return this.#say(client, what, over);
      case "say again": {
        const said = client.said[pick % client.said.length];
        return said === undefined ? undefined : this.#send(client, said, over);
      }
      case "contradict":
        return this.#contradict(client, pick);
      case "leave":
        return client.follower.disconnect();
      case "come back":
        return client.follower.connect();
      case "crash":
        await runInDurableObject(openRoom(this.#place), (_, state) => state.abort("crash")).catch(
          () => undefined,
        );
        return;
      case "evict":
        return this.#evict();
      case "alarm":
        if (((await outstandingWork(this.#place)).alarmAt ?? Infinity) <= Date.now())
          await fireAlarm(this.#place);
        return;
      case "time":
        vi.setSystemTime(Date.now() + (TIMES_MS[pick % TIMES_MS.length] ?? 0));
        return;
      case "arrive":
        return arrive(this.#underWay.shift());
      case "rest":
        await Promise.all(this.#calls);
        return;
      default:
        return kind satisfies never;
    }
  }

  /**
   * The platform waits until no call is in progress. A room that crashes meanwhile would leave it waiting
   * forever.
   */
  async #evict(): Promise<void> {
    const planned = this.#planned;
    this.#planned = null;
    await outstandingWork(this.#place);
    await evictDurableObject(openRoom(this.#place));
    this.#planned = planned;
  }

  #say(client: Client, what: ScenarioStep["what"], over: ScenarioStep["over"]): void {
    const messageId = newId("msg");
    for (const { campaign, ...words } of this.#words(what)) {
      const said = {
        ...words,
        messageId,
        userId: client.userId,
        ...(campaign === undefined ? {} : { askedAs: newId("inter") }),
      };
      client.said.push(said);
      this.#send(client, said, over);
    }
  }

  #words(what: ScenarioStep["what"]): MessageInput[] {
    const all = this.#allSaid();
    const changes = all.filter(({ knowledge }) => knowledge).length;
    return wordsOf(what, all.length + 1, this.#folders[changes]);
  }

  #send({ follower }: Client, said: SentMessage, over: ScenarioStep["over"]): void {
    if (!this.#sentAt.has(said)) this.#sentAt.set(said, this.#ticks);
    if (over === "socket" && follower.isConnected()) return follower.say(frameOf(said));
    const called = this.#call(said).then((result) => {
      if (result === null) return;
      expectOutcome(result, { ok: true });
      if (!this.#acknowledgedAt.has(said)) this.#acknowledgedAt.set(said, this.#ticks);
    });
    this.#calls.push(called);
  }

  /** Sends other content under the id of a message that the client knows to be stored. */
  #contradict({ follower, said }: Client, pick: number): void {
    const heard = receivedBy(follower);
    const known = said.filter(({ messageId, knowledge }) => heard.includes(messageId) && !knowledge);
    const message = known[pick % known.length];
    if (message === undefined) return;
    const called = this.#call({ ...message, content: "Something else." }).then((result) => {
      if (result !== null) expectOutcome(result, { ok: false, code: "already_exists" });
    });
    this.#calls.push(called);
  }

  /** Result of the call; null if the room crashed and the outcome is unknown. */
  async #call(said: SentMessage): Promise<AcceptResult | null> {
    try {
      const scope = await scopeFor(this.#place, { ...said, overHttp: said.kind === "prompt" });
      return (await openRoom(this.#place).accept(inputOf(this.#place, said), scope)) as AcceptResult;
    } catch {
      return null;
    }
  }

  #atStep(step: Step, proceed: () => Promise<unknown>): Promise<unknown> {
    vi.setSystemTime(Date.now() + this.#stepMs);
    const planned = this.#planned;
    if (planned === null) return proceed();
    planned.steps -= 1;
    if (planned.steps > 0 || !isPossible(planned.crash, step)) return proceed();
    this.#planned = null;
    if (planned.crash === "with the call under way") this.#underWay.push(batchOf(step));
    return happen(planned.crash, step, proceed);
  }

  /**
   * Acknowledged messages are stored without a resend, before all messages sent after the acknowledgement.
   */
  async #expectAcknowledged(): Promise<void> {
    const stored = (await storedMessages(this.#place.threadId)).map(({ id }) => id);
    for (const [{ messageId, knowledge }, acknowledgedAt] of this.#acknowledgedAt) {
      if (knowledge) continue;
      const sentLater = this.#allSaid().filter((said) => this.#firstSent(said) > acknowledgedAt);
      expectOrder(
        stored,
        messageId,
        sentLater.map((said) => said.messageId),
      );
    }
  }

  /** A campaign's message is stored with its first question. */
  #firstSent({ messageId }: SentMessage): number {
    return Math.min(...[...this.#sentAt].flatMap(([said, at]) => (said.messageId === messageId ? at : [])));
  }

  /** Each client resends its messages that are missing from the thread. */
  async #sayWhatIsMissing(): Promise<void> {
    for (const client of this.#clients) {
      await client.follower.catchUp();
      const heard = receivedBy(client.follower);
      const wanted = new Map<string, number>();
      for (const said of client.said) {
        const nth = (wanted.get(said.messageId) ?? 0) + 1;
        wanted.set(said.messageId, nth);
        if (heard.filter((id) => id === said.messageId).length < nth) this.#sayAll(client, said.messageId);
      }
    }
    await Promise.all(this.#calls);
    await drainRoom(this.#place);
  }

  #sayAll(client: Client, messageId: string): void {
    for (const said of client.said) if (said.messageId === messageId) this.#send(client, said, "call");
  }

  #allSaid(): SentMessage[] {
    return this.#clients.flatMap(({ said }) => said);
  }
}

/** Delivers a batch that was in progress at a crash. D1 may reject it. */
async function arrive(batch: D1PreparedStatement[] = []): Promise<void> {
  if (batch.length > 0) await testEnv.DB.batch(batch).catch(() => undefined);
}

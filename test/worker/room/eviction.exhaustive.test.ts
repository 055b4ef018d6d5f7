import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { newId } from "../../../src/domain/ids.ts";
import { addThread } from "../../support/rows/add-thread.ts";
import { openRoom, type Workplace } from "../../support/rows/workplace.ts";
import { storedMessages } from "../../support/rows/stored-messages.ts";
import { runAtEveryStep, runRoomScenario } from "../../support/faults/room-scenario.ts";
import { planFault, type Fault } from "../../support/faults/plan-fault.ts";
import {
  attach,
  createFixture,
  prompt,
  promptOverHttp,
  textMessage,
  rename,
  concurrentPrompt,
  type MessageInput,
} from "../../support/fixtures/message-input.ts";
import { expectThreadInvariants, inputOf } from "../../support/assertions/thread-invariants.ts";
import { sampled, scaled } from "../../support/setup/scaled.ts";
import { ownerOf, runStopScenario, runVersionScenario } from "../../support/faults/version-scenario.ts";

const TIME_LIMIT_MS = 120_000;

let workplace: Workplace;
const tried = new Set<string>();
let said: Record<string, readonly MessageInput[]>;

beforeAll(async () => {
  const fixture = await createFixture(1);
  workplace = fixture.workplace;
  const changes = fixture.folders.map(attach);
  said = {
    "a prompt": [prompt()],
    "a prompt over HTTP": [promptOverHttp()],
    "prompts over HTTP": [promptOverHttp(), promptOverHttp("Who kept the lighthouse?")],
    "a text message": [textMessage()],
    "a rename": [rename()],
    "text messages at once": ["One.", "Two.", "Three."].map(textMessage),
    "a change of the knowledge": changes,
    "a queue": [concurrentPrompt(), textMessage(), ...changes, concurrentPrompt()],
  };
});

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() });
});

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** D1 round trips of a question: one stores the question, one reads its scope, and one stores the answer. */
const TRIPS_WHEN_QUICK = 3;
const ALONE = ["a prompt", "a prompt over HTTP", "a text message", "a rename", "text messages at once"];
const MANY = [...ALONE, "prompts over HTTP", "a queue"];
const EVERYWHERE: readonly Fault[] = ["at the call", "before the call returns", "evicted"];
/** One in this many arrival moments is tested. */
const STRIDE = scaled({ whole: 1, share: 12 });
/**
 * Faults that happen during a remote call. They apply to questions only, because a text message makes no
 * remote call after it is stored.
 */
const ELSEWHERE: readonly Fault[] = ["before the call arrives", "with the call under way"];
const SHARE = [
  ["a prompt", "evicted"],
  ["a prompt", "at the call"],
  ...ELSEWHERE.map((fault) => ["a prompt", fault] as const),
] as const;
const WHOLE = [
  ...MANY.flatMap((words) => EVERYWHERE.map((fault) => [words, fault] as const)),
  ...ALONE.flatMap((words) => ELSEWHERE.map((fault) => [words, fault] as const)),
];

test.each(
  scaled<readonly (readonly [string, Fault])[]>({ whole: WHOLE, share: sampled(SHARE, 2, "evictions") }),
)(
  "sending %s with the room lost %s at any step loses and duplicates nothing and leaves no pending work",
  async (words, fault) => {
    const steps = await runAtEveryStep(workplace, said[words] ?? [], { fault });
    expect(steps.some((step) => step.startsWith("accept"))).toBe(true);
    for (const step of steps) tried.add(step);
  },
  TIME_LIMIT_MS,
);

/**
 * In the sample, the machine's speed decides whether an alarm runs between two steps, so the sample does not
 * expect one.
 */
test.each(scaled<readonly string[]>({ whole: ["alarm"], share: [] }))("the steps included %ss", (kind) => {
  expect([...tried].some((step) => step.startsWith(kind))).toBe(true);
});

test(
  "the room rechecks its listeners before each event and reloads its state if steps take seconds",
  async () => {
    const steps = await runAtEveryStep(workplace, [prompt()], {
      fault: "before the call returns",
      stepMs: 2_500,
    });
    const trips = steps.filter((step) => step === "accept: D1Database.batch").length;
    expect(trips).toBeGreaterThan(TRIPS_WHEN_QUICK);
  },
  TIME_LIMIT_MS,
);

test.each(
  scaled({ whole: ["a prompt", "a prompt over HTTP", "a change of the knowledge"], share: ["a prompt"] }),
)(
  "%s: a D1 batch that is in progress at the crash may arrive at any later moment",
  async (words) => {
    let tried = 0;
    for (let nth = 1, isReached = true; isReached; nth += 1) {
      for (let arrivesAt = 1, wasInTime = true; wasInTime; arrivesAt += STRIDE) {
        const plan = await runRoomScenario(workplace, said[words] ?? [], {
          nth,
          fault: "with the call under way",
          arrivesAt,
        });
        wasInTime = plan.stepsSince() >= arrivesAt;
        isReached = plan.happenedAt() !== null;
        tried += 1;
      }
    }
    expect(tried).toBeGreaterThan(10 / STRIDE);
  },
  TIME_LIMIT_MS,
);

test(
  "an idle room resumes its turn by itself",
  async () => {
    vi.useRealTimers();
    const place = await addThread(workplace);
    const message = { ...prompt(), messageId: newId("msg"), userId: place.owner };
    const plan = planFault(place.threadId, { nth: 3, fault: "before the call arrives", stepMs: 0 });
    await openRoom(place).accept(inputOf(place, message));
    await vi.waitUntil(async () => (await storedMessages(place.threadId))[1]?.state === "done", {
      interval: 50,
      timeout: TIME_LIMIT_MS,
    });
    expect(plan.happenedAt()).toBe("accept: D1Database.batch");
    plan.end();
    await expectThreadInvariants(place, [message]);
  },
  TIME_LIMIT_MS,
);

const LOST: readonly Fault[] = [...EVERYWHERE, ...ELSEWHERE];

test.each(scaled<readonly Fault[]>({ whole: LOST, share: ["evicted"] }))(
  "retrying and selecting an answer with the room lost %s at any step takes effect once and is sent once",
  async (fault) => {
    let steps = 0;
    while ((await runVersionScenario(workplace, { fault, nth: steps + 1 })).happenedAt() !== null) steps += 1;
    expect(steps).toBeGreaterThanOrEqual(3);
  },
  TIME_LIMIT_MS,
);

test.each(scaled<readonly Fault[]>({ whole: LOST, share: ["before the call arrives"] }))(
  "stopping an answer with the room lost %s, at every step in turn, keeps the first outcome and sends it once",
  async (fault) => {
    vi.spyOn(console, "error").mockImplementation(() => undefined);
    const owner = await ownerOf(workplace);
    const ends: string[] = [];
    for (let nth = 1, isReached = true; isReached; nth += 1) {
      const { plan, end } = await runStopScenario(workplace, owner, { fault, nth });
      isReached = plan.happenedAt() !== null;
      ends.push(end);
    }
    expect(ends).toContain("cancelled");
  },
  TIME_LIMIT_MS,
);

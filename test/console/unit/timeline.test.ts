import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Fact, NO_FACTS, withFacts } from "../../../console/src/thread/timeline/facts.ts";
import type { Row } from "../../../console/src/thread/timeline/row.ts";
import { type RowCache, type Timeline, timelineOf } from "../../../console/src/thread/timeline/timeline.ts";
import { newId } from "../../../console/src/data/ids.ts";
import { ThreadModel } from "./thread-model.ts";

const PAGE = 6;

/** What a person sees of the rows. */
function seen({ rows, label }: Timeline): unknown {
  return {
    label,
    rows: rows.map((row) =>
      row.kind === "answers"
        ? row.answers.map(({ id, state, text }) => (state === "done" ? { id, text } : { id: null, text: "" }))
        : row.kind === "rename"
          ? row.label
          : row.text,
    ),
  };
}

const timelineFrom = (facts: readonly Fact[], cache?: RowCache): Timeline =>
  timelineOf(withFacts(NO_FACTS, facts), [], cache);

/** One step of a thread's life, chosen by numbers. */
const step = fc.record({
  act: fc.constantFrom(
    "ask",
    "ask",
    "campaign",
    "say",
    "rename",
    "draft",
    "finish",
    "finish",
    "retry",
    "again",
    "choose",
    "delete",
    "read",
  ),
  which: fc.nat(100),
});
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

function perform(model: ThreadModel, { act, which }: Step, at: number): void {
  const answer = model.finished[which % Math.max(1, model.finished.length)];
  const text = `${act} ${at} secret`;
  if (act === "ask") model.ask(text);
  else if (act === "campaign") model.ask(text, 2 + (which % 2));
  else if (act === "say") model.say(text);
  else if (act === "rename") model.rename(text);
  else if (act === "draft") model.draft(text.slice(0, which));
  else if (act === "finish") model.finish([text, " more", ` ${which}`].slice(0, 1 + (which % 3)));
  else if (act === "retry") model.finish([text], true);
  else if (act === "again" && answer !== undefined) model.askAgain(answer);
  else if (act === "choose" && answer !== undefined) model.choose(answer);
  else if (act === "delete") model.deleteDocument();
  else if (act === "read") model.read({ limit: PAGE, lag: which % 4 });
}

/** The facts of a thread's life, as a reader collects them that reads again when it must, and reads older pages. */
function lifeOf(before: readonly Step[], after: readonly Step[]): ThreadModel {
  const model = new ThreadModel();
  for (const [at, each] of before.entries()) if (each.act !== "read") perform(model, each, at);
  // The reader subscribes now.
  model.facts.length = 0;
  model.read({ limit: PAGE });
  for (const [at, each] of after.entries()) perform(model, each, before.length + at);
  while (timelineFrom(model.facts).isStale) model.read({ limit: PAGE });
  for (let timeline = timelineFrom(model.facts); timeline.hasOlder; timeline = timelineFrom(model.facts))
    model.read({ limit: PAGE, before: timeline.oldestId });
  return model;
}

const life = fc
  .tuple(fc.array(step, { maxLength: 25 }), fc.array(step, { maxLength: 30 }))
  .map(([before, after]) => lifeOf(before, after));

/** An order of the facts: drafts of one answer keep theirs, because each replaces the one before. */
function ordered(facts: readonly Fact[], keys: readonly number[]): Fact[] {
  const isDraft = (fact: Fact): boolean => "draft" in fact;
  const shuffled = facts
    .map((fact, at) => ({ fact, key: keys[at % keys.length] ?? 0, at }))
    .toSorted((one, other) => one.key - other.key || one.at - other.at)
    .map(({ fact }) => fact);
  const drafts = facts.filter(isDraft);
  return shuffled.map((fact) => (isDraft(fact) ? (drafts.shift() ?? fact) : fact));
}

describe("the timeline of a thread", () => {
  test("shows what the whole thread shows, from pages, events and drafts", () => {
    fc.assert(
      fc.property(life, (model) => {
        const { facts } = model;
        const whole = timelineFrom([{ page: model.read({ limit: 1_000 }) }]);
        facts.pop();
        expect(seen(timelineFrom(facts))).toEqual(seen(whole));
      }),
    );
  });

  test("has the same rows in every order of its facts", () => {
    const keys = fc.array(fc.nat(1_000), { minLength: 1, maxLength: 60 });
    fc.assert(
      fc.property(life, keys, ({ facts }, order) => {
        expect(timelineFrom(ordered(facts, order))).toEqual(timelineFrom(facts));
      }),
    );
  });

  test("has the same rows after each fact with a cache as without", () => {
    fc.assert(
      fc.property(life, ({ facts }) => {
        const cache: RowCache = new Map();
        for (let count = 1; count <= facts.length; count += 1)
          expect(timelineFrom(facts.slice(0, count), cache)).toEqual(timelineFrom(facts.slice(0, count)));
      }),
      { numRuns: 20 },
    );
  });
});

const only = <K extends Row["kind"]>({ rows }: Timeline, kind: K): Extract<Row, { kind: K }>[] =>
  rows.filter((row): row is Extract<Row, { kind: K }> => row.kind === kind);

test("a draft shows its proven part, and gives way to the stored answer under the same key", () => {
  const model = new ThreadModel();
  model.read({ limit: PAGE });
  model.ask("How many?");
  expect(only(timelineFrom(model.facts), "answers")[0]?.answers).toMatchObject([
    { state: "waiting", place: 0 },
  ]);
  model.draft("Nine piers.");
  const [writing] = only(timelineFrom(model.facts), "answers");
  expect(writing?.answers).toMatchObject([{ state: "writing", text: "Nine piers.", proven: 5 }]);
  model.draft("");
  expect(only(timelineFrom(model.facts), "answers")[0]?.answers).toMatchObject([
    { state: "waiting", isRestarted: true },
  ]);
  model.finish(["Nine piers."]);
  const [done] = only(timelineFrom(model.facts), "answers");
  expect(done?.answers).toMatchObject([
    { state: "done", text: "Nine piers.", proven: 11, isRestarted: false },
  ]);
  expect([done?.key, done?.answers[0]?.key]).toEqual([writing?.key, writing?.answers[0]?.key]);
});

test("a waiting answer counts the unfinished answers before it", () => {
  const model = new ThreadModel();
  model.read({ limit: PAGE });
  for (const text of ["a", "b", "c"]) model.ask(text);
  model.finish(["A"]);
  const places = only(timelineFrom(model.facts), "answers").map(({ answers }) => answers[0]?.place);
  expect(places).toEqual([0, 0, 1]);
});

test("a message of this device leaves the unsent rows when the thread holds it", () => {
  const model = new ThreadModel();
  model.read({ limit: PAGE });
  const id = model.ask("Here?");
  const unsent = [
    { id, text: "Here?", refusal: null },
    { id: newId("msg"), text: "Elsewhere?", refusal: "No rights" },
  ];
  const rows = only(timelineOf(withFacts(NO_FACTS, model.facts), unsent), "unsent");
  expect(rows.map(({ text, refusal }) => ({ text, refusal }))).toEqual([
    { text: "Elsewhere?", refusal: "No rights" },
  ]);
});

test("a resync keeps the old rows until the thread was read again", () => {
  const model = new ThreadModel();
  model.read({ limit: PAGE });
  model.ask("What?");
  model.finish(["a secret"]);
  model.deleteDocument();
  const before = timelineFrom(model.facts);
  expect(before.isStale).toBe(true);
  model.read({ limit: PAGE });
  const after = timelineFrom(model.facts);
  expect(after.isStale).toBe(false);
  expect(only(after, "answers")[0]?.answers[0]?.text).toBe("a [deleted]");
});

import { expect, test } from "vitest";
import type { Env } from "../../../src/env.ts";
import { platformOf } from "../../../src/platform.ts";
import { testEnv } from "../../support/setup/env.ts";

const [E5, E5_READER] = [/^multilingual-e5-small\//, /^multilingual-e5-small-reader\//];
const [BGE_M3, RERANKER] = [
  /"provider":"workers-ai","model":"@cf\/baai\/bge-m3","dimensions":1024/,
  /bge-reranker-base$/,
];

/** The bindings of a deployment. The sandbox serves as a model process, because no test calls it. */
const BINDINGS = {
  neither: {},
  "Workers AI": { AI: testEnv.WORKERS_AI },
  "a model process": { LOCAL_MODELS: testEnv.SANDBOX },
  both: { AI: testEnv.WORKERS_AI, LOCAL_MODELS: testEnv.SANDBOX },
};

type Values = Readonly<Record<string, unknown>>;

function namesWith(bindings: Values): { embedder: string | null; reader: string | null } {
  const env = { ...testEnv, AI: undefined, LOCAL_MODELS: undefined, ...bindings };
  const { embedders, reader } = platformOf(env as unknown as Env);
  return { embedder: embedders().current?.name ?? null, reader: reader()?.name ?? null };
}

test.each([
  ["neither", null, null],
  ["Workers AI", BGE_M3, RERANKER],
  ["a model process", E5, E5_READER],
  ["both", E5, E5_READER],
] as const)("a service with %s embeds and reads with its default models", (name, embedder, reader) => {
  const names = namesWith(BINDINGS[name]);
  expect(names).toEqual({
    embedder: embedder === null ? null : expect.stringMatching(embedder),
    reader: reader === null ? null : expect.stringMatching(reader),
  });
});

test("the setting EMBEDDER wins over the bindings", () => {
  const { both, neither } = BINDINGS;
  const embedderBy = (setting: string, bindings: Values) =>
    namesWith({ ...bindings, EMBEDDER: setting }).embedder;
  expect(embedderBy("off", both)).toBeNull();
  expect(embedderBy("workers-ai", both)).toMatch(BGE_M3);
  expect(embedderBy("workers-ai", neither)).toMatch(BGE_M3);
  expect(embedderBy("built-in", both)).toMatch(E5);
  expect(embedderBy("built-in", BINDINGS["Workers AI"])).toBeNull();
});

test("the setting READER turns every reader off", () => {
  for (const bindings of Object.values(BINDINGS))
    expect(namesWith({ ...bindings, READER: "off" }).reader).toBeNull();
});

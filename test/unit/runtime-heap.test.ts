import { expect, test } from "vitest";
import { setRuntimeHeapFlags } from "../../scripts/lib/runtime-heap.ts";

test("the runtime's flags make V8 collect often, unless an operator sets them", () => {
  const env: NodeJS.ProcessEnv = {};
  setRuntimeHeapFlags(env);
  expect(env["MINIFLARE_WORKERD_V8_FLAGS"]).toMatch(/^(--[a-z-]+=\d+ ?)+$/);

  const own: NodeJS.ProcessEnv = { MINIFLARE_WORKERD_V8_FLAGS: "--max-heap-size=512" };
  setRuntimeHeapFlags(own);
  expect(own).toStrictEqual({ MINIFLARE_WORKERD_V8_FLAGS: "--max-heap-size=512" });
});

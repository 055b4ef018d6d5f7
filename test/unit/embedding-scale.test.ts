import { describe, expect, test } from "vitest";
import {
  BUILT_IN_SCALE,
  measureScale,
  toBuiltInScale,
} from "../../src/knowledge-index/vectors/similarity-scale.ts";
import type { Embedder } from "../../src/models/embedder.ts";
import { vectorOf as otherVectorOf } from "../support/fixtures/model-server.ts";

const base = { name: "test", isBuiltIn: false, batch: 5 };
describe("the similarity scale of an embedding model", () => {
  test("the similarity scale maps another model to the scale of the built-in encoder", async () => {
    const shifted = (text: string): Int8Array =>
      Int8Array.from(otherVectorOf(text, 96), (part) => Math.round(40 + part * 100));
    const scale = await measureScale({
      ...base,
      dimensions: 96,
      embed: async (texts) => await Promise.resolve(texts.map(shifted)),
    });
    expect(scale.mean).toBeGreaterThan(0.8);
    expect(toBuiltInScale(scale.mean, scale)).toBeCloseTo(BUILT_IN_SCALE.mean, 6);
    expect(toBuiltInScale(scale.mean + 3 * scale.deviation, scale)).toBeCloseTo(
      BUILT_IN_SCALE.mean + 3 * BUILT_IN_SCALE.deviation,
      6,
    );
    expect(toBuiltInScale(1, scale)).toBeLessThanOrEqual(1);
  });

  test("the similarity scale rejects a model that returns the same vector for all texts", async () => {
    const same: Embedder = {
      ...base,
      dimensions: 64,
      embed: async (texts) => await Promise.resolve(texts.map(() => new Int8Array(64).fill(1))),
    };
    await expect(measureScale(same)).rejects.toMatchObject({ kind: "misfit" });
  });
});

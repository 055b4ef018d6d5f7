import { describe, expect, test } from "vitest";
import { matchValue } from "../../src/semantic/semantic-api.ts";
import { createSemanticClient } from "../../src/semantic/semantic-client.ts";
import { cosineSimilarities } from "../../src/knowledge-index/vectors/cosine-similarities.ts";

describe("the semantic client", () => {
  test("the semantic client returns null without its Worker", async () => {
    const semantic = createSemanticClient(undefined, "on");
    expect(await semantic.nearestWords(["ferry"], 15)).toBeNull();
    expect(await semantic.similarities("Is there a boat?", ["The ferry leaves at ten."])).toBeNull();
    expect(await semantic.encode(["The ferry leaves at ten."])).toBeNull();
  });

  test("the semantic client sends no request for empty input", async () => {
    const semantic = createSemanticClient(undefined, "on");
    expect(await semantic.nearestWords([], 15)).toEqual(new Map());
    expect(await semantic.similarities("Is there a boat?", [])).toEqual(new Float32Array());
    expect(await semantic.encode([])).toEqual([]);
  });

  test("the semantic client converts a cosine to a match value", () => {
    expect([matchValue(0.39), matchValue(0.4), matchValue(1)]).toEqual([0, expect.closeTo(0.32), 0.8]);
  });
});

describe("cosine similarity of stored vectors", () => {
  const vector = Int8Array.from({ length: 64 }, (_, at) => (at < 32 ? 100 : -3));

  test("cosine similarity depends on the direction, not on the length", () => {
    const others = [
      vector,
      vector.map((value) => -value),
      new Int8Array(64),
      Int8Array.from(vector, (value) => Math.round(value / 3)),
    ];
    const stored = new Int8Array(others.flatMap((other) => [...other]));
    expect([...cosineSimilarities(vector, stored)]).toEqual([
      expect.closeTo(1, 5),
      expect.closeTo(-1, 5),
      0,
      expect.closeTo(1, 3),
    ]);
  });

  test("cosine similarity is zero for zero vectors", () => {
    expect([...cosineSimilarities(new Int8Array(64), vector)]).toEqual([0]);
  });
});

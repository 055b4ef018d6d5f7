import { describe, expect, test } from "vitest";
import { NOT_STARTED } from "../../src/domain/asset.ts";
import {
  type EmbeddedAsset,
  embeddingOf,
  embeddingStep,
  type StoredEmbedding,
} from "../../src/domain/embedding.ts";

const MODEL = "use-lite-64/2";
const READY_AT = new Date(1_000);

function asset(told: Partial<StoredEmbedding> | null, more: Partial<EmbeddedAsset> = {}): EmbeddedAsset {
  const embedding =
    told === null
      ? "{}"
      : JSON.stringify({ model: MODEL, version: "v1", state: "ready", reason: "", at: 2_000, ...told });
  return { lifecycleState: "ready", textVersion: "v1", lastReadyAt: READY_AT, embedding, ...more };
}

describe("the embedding state of an asset", () => {
  test("the embedding state is pending until the index reports this text and this model", () => {
    const pending = { model: MODEL, state: "pending" };
    expect(embeddingOf(asset(null), MODEL)).toMatchObject(pending);
    expect(embeddingOf(asset({ version: "v0" }), MODEL)).toMatchObject(pending);
    expect(embeddingOf(asset({ model: "another" }), MODEL)).toMatchObject(pending);
    expect(embeddingOf(asset({}), MODEL)).toMatchObject({ model: MODEL, state: "ready" });
  });

  test("the embedding state is null without an embedder, without a text, or without an encoded sentence", () => {
    expect(embeddingOf(asset({}), null)).toBeNull();
    expect(embeddingOf(asset(null, { textVersion: "" }), MODEL)).toBeNull();
    expect(embeddingOf(asset({}, { lifecycleState: "processing" }), MODEL)).toBeNull();
    expect(embeddingOf(asset({ state: "none" }), MODEL)).toBeNull();
  });

  test("the embedding state shows the operator's name of the model, and distinguishes its versions", () => {
    const named = (version: string) => JSON.stringify({ provider: "openai", model: "bge-m3", version });
    expect(embeddingOf(asset({ model: named("1") }), named("1"))).toMatchObject({
      model: "bge-m3",
      state: "ready",
    });
    expect(embeddingOf(asset({ model: named("1") }), named("2"))).toMatchObject({
      model: "bge-m3",
      state: "pending",
    });
  });

  test("the embedding state appears as the step `embeddings`, unless an external processor reports its own", () => {
    const step = (told: Partial<StoredEmbedding> | null) =>
      embeddingStep(NOT_STARTED, embeddingOf(asset(told), MODEL), asset(told));
    const begun = { startAt: READY_AT, count: 1 };
    expect(step(null)).toMatchObject({ ...begun, statusCode: 102, completedAt: null, failedAt: null });
    expect(step({})).toMatchObject({
      ...begun,
      statusCode: 200,
      completedAt: new Date(2_000),
      failedAt: null,
    });
    const failed = step({ state: "failed", reason: "full" });
    expect(failed).toMatchObject({ ...begun, statusCode: 422, completedAt: null, failedAt: new Date(2_000) });
    expect(failed.failedReason).toContain("limit of vectors");
    expect(step({ state: "none" })).toEqual(NOT_STARTED);
    const reported = { ...NOT_STARTED, startAt: READY_AT, statusCode: 202 };
    expect(embeddingStep(reported, embeddingOf(asset({}), MODEL), asset({}))).toBe(reported);
  });
});

import { describe, expect, test } from "vitest";
import { configOf, parseConfig } from "../../src/config.ts";
import { WORKERS_AI_EMBEDDING_MODEL } from "../../src/models/create-embedders.ts";
import { HASH, REMOTE, KEYS, production, MODEL, local } from "../support/fixtures/production.ts";

describe("parseConfig", () => {
  test("parseConfig fills in defaults, which allow nothing extra", () => {
    expect(parseConfig(production)).toMatchObject({
      environment: "production",
      issuers: [{ ...REMOTE, local: false, jwksCooldownSeconds: 30 }],
      servicePrincipals: [],
      publicBaseUrl: null,
      corsOrigins: [],
      serverTiming: false,
      rateLimits: true,
      crawlAllowLoopback: false,
      usageRetentionDays: 400,
    });
  });

  test("parseConfig reads keys as bytes, in their order", () => {
    const { urlSigningKeys, linkSecret } = parseConfig(production);
    expect(urlSigningKeys.map((key) => key.kid)).toEqual(["new", "old"]);
    expect(urlSigningKeys[0]?.secret).toEqual(new Uint8Array(32).fill(7));
    expect(linkSecret).toEqual(new Uint8Array(32).fill(7));
  });

  test("parseConfig reads flags, lists and principals", () => {
    const config = parseConfig({
      ...local,
      SERVICE_PRINCIPALS: JSON.stringify([
        { name: "worker", secretSha256: HASH.toUpperCase(), scopes: ["ops"] },
      ]),
      CORS_ORIGINS: "https://a.example.com, https://b.example.com",
      PUBLIC_BASE_URL: "https://knowledge.example.com",
      SERVER_TIMING: "on",
      RATE_LIMITS: "off",
      CRAWL_ALLOW_LOOPBACK: "true",
    });
    expect(config).toMatchObject({
      servicePrincipals: [{ name: "worker", secretSha256: HASH, scopes: ["ops"] }],
      corsOrigins: ["https://a.example.com", "https://b.example.com"],
      publicBaseUrl: "https://knowledge.example.com",
      serverTiming: true,
      rateLimits: false,
      crawlAllowLoopback: true,
    });
  });

  test("parseConfig accepts lists in wrangler.toml's form, and ignores bindings", () => {
    const config = parseConfig({
      ...production,
      ISSUERS: [REMOTE],
      URL_SIGNING_KEYS: KEYS,
      DB: { prepare: () => null },
    });
    expect(config.issuers).toHaveLength(1);
    expect(config).not.toHaveProperty("DB");
  });

  test.each([
    ["http://127.0.0.1:11434/v1/", "http://127.0.0.1:11434/v1"],
    ["http://[::1]:11434/v1", "http://[::1]:11434/v1"],
    ["http://localhost:8000/v1", "http://localhost:8000/v1"],
    ["http://10.1.2.3:8000/v1", "http://10.1.2.3:8000/v1"],
    ["http://ollama:11434/v1", "http://ollama:11434/v1"],
    ["https://api.example.com/v1", "https://api.example.com/v1"],
  ])("parseConfig accepts an embedding model of the operator's choice: %s", (given, url) => {
    expect(parseConfig({ ...production, ...MODEL, EMBEDDING_URL: given }).embedder).toEqual({
      provider: "openai",
      url,
      model: "bge-m3",
      key: null,
      dimensions: 384,
      kept: 384,
      version: "1",
      batch: 32,
      prefixes: { question: "", passage: "" },
    });
    expect(parseConfig({ ...production, ...MODEL, EMBEDDER: undefined }).embedder).toBeNull();
  });

  test.each(["built-in", "off"])("parseConfig accepts EMBEDDER=%s without further settings", (EMBEDDER) => {
    expect(parseConfig({ ...production, EMBEDDER }).embedder).toBe(EMBEDDER);
  });

  test("parseConfig completes EMBEDDER=workers-ai with bge-m3, unless a setting names another model", () => {
    const embedderOf = (settings: object) =>
      parseConfig({ ...production, EMBEDDER: "workers-ai", ...settings }).embedder;
    const bge = WORKERS_AI_EMBEDDING_MODEL;
    expect(embedderOf({})).toEqual(bge);
    expect(embedderOf({ EMBEDDING_VERSION: "2", EMBEDDING_KEPT_DIMENSIONS: "1024" })).toEqual({
      ...bge,
      version: "2",
    });
    expect(embedderOf({ EMBEDDING_MODEL: "@cf/x", EMBEDDING_DIMENSIONS: "64" })).toMatchObject({
      model: "@cf/x",
      dimensions: 64,
      kept: 64,
    });
    expect(() => embedderOf({ EMBEDDING_MODEL: "@cf/x" })).toThrow(
      /^Setting EMBEDDING_DIMENSIONS: is missing/,
    );
    expect(() => embedderOf({ EMBEDDING_KEPT_DIMENSIONS: "2048" })).toThrow(
      /^Setting EMBEDDING_KEPT_DIMENSIONS: must not be more/,
    );
  });

  test("parseConfig accepts language models in order, each with its key and defaults", () => {
    const MODELS = JSON.stringify([
      { id: "llama", provider: "openai", url: "http://127.0.0.1:11434/v1/", contextWindow: 8192 },
      {
        id: "c",
        label: " Careful writer ",
        provider: "anthropic",
        model: "claude",
        key: "theirs",
        contextWindow: 200_000,
        price: { input: 3, output: 15 },
        tasks: ["fact"],
        timeouts: { first: 120, total: 299.5 },
      },
      { id: "w", provider: "workers-ai", model: "@cf/x", contextWindow: 2048 },
    ]);
    expect(
      parseConfig({ ...production, MODELS, MODEL_KEYS: '{"theirs":"sk-1","other":"sk-2"}' }).models,
    ).toEqual([
      {
        id: "llama",
        provider: "openai",
        url: "http://127.0.0.1:11434/v1",
        model: "llama",
        key: null,
        contextWindow: 8192,
        organizationKeys: "taken",
      },
      {
        id: "c",
        label: "Careful writer",
        provider: "anthropic",
        url: "https://api.anthropic.com/v1",
        model: "claude",
        key: "sk-1",
        organizationKeys: "taken",
        contextWindow: 200_000,
        price: { input: 3, output: 15 },
        tasks: ["fact"],
        timeouts: { firstMs: 120_000, totalMs: 299_500 },
      },
      {
        id: "w",
        provider: "workers-ai",
        url: "",
        model: "@cf/x",
        key: null,
        contextWindow: 2048,
        organizationKeys: "refused",
      },
    ]);
    expect(parseConfig(production).models).toEqual([]);
  });

  test("parseConfig returns a deeply frozen object", () => {
    const config = parseConfig(production);
    expect(
      [config, config.issuers, config.issuers[0], config.urlSigningKeys[0]].every((part) =>
        Object.isFrozen(part),
      ),
    ).toBe(true);
  });
});

describe("configOf", () => {
  test("configOf parses an environment once", () => {
    expect(configOf(production)).toBe(configOf(production));
    expect(configOf({ ...production })).not.toBe(configOf(production));
  });
});

import { describe, expect, test } from "vitest";
import { ConfigError, parseConfig } from "../../src/config.ts";
import { HASH, REMOTE, LOCAL, KEYS, production, MODEL } from "../support/fixtures/production.ts";

describe("parseConfig", () => {
  const issuers = (...all: unknown[]) => ({ ISSUERS: JSON.stringify(all) });
  const models = (...all: object[]) => ({
    MODELS: JSON.stringify(
      all.map((each) => ({
        id: "a",
        provider: "openai",
        url: "https://a.example.com",
        contextWindow: 8192,
        ...each,
      })),
    ),
  });
  test.each([
    ["no environment", { ENVIRONMENT: undefined }, "Setting ENVIRONMENT: is missing"],
    ["no signing keys", { URL_SIGNING_KEYS: undefined }, "Setting URL_SIGNING_KEYS: is missing"],
    [
      "an empty list of signing keys",
      { URL_SIGNING_KEYS: "[]" },
      "Setting URL_SIGNING_KEYS: must hold a key",
    ],
    ["a short signing key", { URL_SIGNING_KEYS: '[{"kid":"a","secret":"c2hvcnQ"}]' }, "at least 32 bytes"],
    ["two keys of one kid", { URL_SIGNING_KEYS: JSON.stringify([KEYS[0], KEYS[0]]) }, "uses a kid twice"],
    ["no link secret", { LINK_SECRET: undefined }, "Setting LINK_SECRET: is missing"],
    [
      "a link secret that is no base64url",
      { LINK_SECRET: "+".repeat(44) },
      "Setting LINK_SECRET: must be base64url text",
    ],
    [
      "a link secret of an impossible length",
      { LINK_SECRET: "A".repeat(45) },
      "Setting LINK_SECRET: must be base64url text",
    ],
    ["no issuers", { ISSUERS: undefined }, "Setting ISSUERS: is missing"],
    ["issuers that are no JSON", { ISSUERS: "[{" }, "Setting ISSUERS: must be JSON"],
    [
      "an issuer without audience",
      issuers({ ...REMOTE, audience: undefined }),
      "Setting ISSUERS (at 0.audience): is missing",
    ],
    [
      "an issuer with two sources of keys",
      issuers({ ...REMOTE, jwks: LOCAL.jwks }),
      "either jwksUrl or jwks",
    ],
    [
      "an issuer with no source of keys",
      issuers({ ...REMOTE, jwksUrl: undefined }),
      "either jwksUrl or jwks",
    ],
    ["an issuer with a misspelt field", issuers({ ...REMOTE, trustMail: true }), "trustMail"],
    ["an issuer named twice", issuers(REMOTE, REMOTE), "names an issuer twice"],
    [
      "keys over plain http in production",
      issuers({ ...REMOTE, jwksUrl: "http://id.example.com/jwks" }),
      "must be https",
    ],
    [
      "the local issuer in production",
      issuers(REMOTE, LOCAL),
      "Setting ISSUERS: a production environment must not have a local issuer",
    ],
    [
      "a sign-in at an issuer whose tokens are not accepted",
      { SIGN_IN: JSON.stringify([{ issuer: "https://other.example.com", clientId: "x", label: "Other" }]) },
      "Setting SIGN_IN (at 0.issuer): must be in ISSUERS, with clientId as its audience",
    ],
    [
      "a sign-in over plain http in production",
      {
        ...issuers({ ...REMOTE, issuer: "http://127.0.0.1:9" }),
        SIGN_IN: JSON.stringify([
          { issuer: "http://127.0.0.1:9", clientId: REMOTE.audience, label: "Local" },
        ]),
      },
      "Setting SIGN_IN (at 0.issuer): must be https",
    ],
    [
      "a sign-in that sets a parameter of the protocol",
      {
        SIGN_IN: JSON.stringify([
          { issuer: REMOTE.issuer, clientId: REMOTE.audience, label: "Us", parameters: { state: "fixed" } },
        ]),
      },
      "Setting SIGN_IN (at 0.parameters): must not contain parameters that the service sets",
    ],
    [
      "a sign-in without the scope openid",
      {
        SIGN_IN: JSON.stringify([
          { issuer: REMOTE.issuer, clientId: REMOTE.audience, label: "Us", scopes: "email" },
        ]),
      },
      "must contain openid",
    ],
    [
      "rate limits off without the local issuer",
      { RATE_LIMITS: "off" },
      "Setting RATE_LIMITS: off needs a local issuer",
    ],
    ["crawling of loopback in production", { CRAWL_ALLOW_LOOPBACK: "true" }, "Setting CRAWL_ALLOW_LOOPBACK"],
    ["a flag that is neither", { SERVER_TIMING: "yes" }, "Setting SERVER_TIMING"],
    ["an origin with a path", { CORS_ORIGINS: "https://a.example.com/app" }, "Setting CORS_ORIGINS"],
    [
      "a base URL with a trailing slash",
      { PUBLIC_BASE_URL: "https://a.example.com/" },
      "Setting PUBLIC_BASE_URL",
    ],
    [
      "a scope that is none",
      { SERVICE_PRINCIPALS: JSON.stringify([{ name: "a", secretSha256: HASH, scopes: ["all"] }]) },
      "at 0.scopes.0",
    ],
    [
      "an embedding model without its address",
      { ...MODEL, EMBEDDING_URL: undefined },
      "Setting EMBEDDING_URL: is missing",
    ],
    [
      "an embedding model without its name",
      { ...MODEL, EMBEDDING_MODEL: undefined },
      "Setting EMBEDDING_MODEL: is missing",
    ],
    [
      "an embedding model without its dimensions",
      { ...MODEL, EMBEDDING_DIMENSIONS: undefined },
      "Setting EMBEDDING_DIMENSIONS: is missing",
    ],
    [
      "dimensions that are no multiple of 32",
      { ...MODEL, EMBEDDING_DIMENSIONS: "100" },
      "Setting EMBEDDING_DIMENSIONS",
    ],
    [
      "more dimensions kept than there are",
      { ...MODEL, EMBEDDING_KEPT_DIMENSIONS: "512" },
      "Setting EMBEDDING_KEPT_DIMENSIONS",
    ],
    [
      "texts over plain http to anybody",
      { ...MODEL, EMBEDDING_URL: "http://hunter2.example.com/v1" },
      "must begin with https://",
    ],
    [
      "a model's address with a password",
      { ...MODEL, EMBEDDING_URL: "https://a:hunter2@example.com/v1" },
      "user name or a password",
    ],
    [
      "a model's address that a cloud keeps",
      { ...MODEL, EMBEDDING_URL: "http://169.254.169.254/v1" },
      "must not be a reserved address",
    ],
    ["a key that would break a header", { ...MODEL, EMBEDDING_KEY: "hunter2\n" }, "Setting EMBEDDING_KEY"],
    [
      "a language model without its address",
      models({ url: undefined }),
      "Setting MODELS (at 0.url): is missing",
    ],
    [
      "a language model over plain http to anybody",
      models({ url: "http://hunter2.example.com" }),
      "must begin with https://",
    ],
    [
      "a language model whose key there is not",
      models({ key: "hunter2" }),
      "Setting MODELS (at 0.key): is not in MODEL_KEYS",
    ],
    ["a language model named as none is", models({ id: "extractive" }), "Setting MODELS (at 0.id): is taken"],
    [
      "a language model that pays",
      models({ price: { input: -1, output: 1 } }),
      "Setting MODELS (at 0.price.input)",
    ],
    [
      "a language model whose verifier there is not",
      models({ verifier: "hunter2" }),
      "Setting MODELS (at 0.verifier): must be true or the id of a model in MODELS",
    ],
    [
      "a language model whose verifier is false",
      models({ verifier: false }),
      "Setting MODELS (at 0.verifier)",
    ],
    [
      "a language model for an unknown purpose",
      models({ tasks: ["poems"] }),
      "Setting MODELS (at 0.tasks.0)",
    ],
    [
      "a language model that may write for longer than an attempt",
      models({ timeouts: { total: 301 } }),
      "Setting MODELS (at 0.timeouts.total)",
    ],
    [
      "a language model without any time to answer",
      models({ timeouts: { first: 0 } }),
      "Setting MODELS (at 0.timeouts.first)",
    ],
    [
      "a quota of an unknown kind",
      { QUOTAS: '{"each":{"day":{"answers":1}}}' },
      "Setting QUOTAS (at each.day)",
    ],
    [
      "a quota for no organization",
      { QUOTAS: '{"organizations":{"org_1":{}}}' },
      "Setting QUOTAS (at organizations",
    ],
    [
      "a shorter usage retention than a quota needs",
      { USAGE_RETENTION_DAYS: "31" },
      "Setting USAGE_RETENTION_DAYS",
    ],
    ["two language models of one name", models({}, {}), "Setting MODELS: names a model twice"],
    ["a misspelt field of a language model", models({ apiKey: "hunter2" }), "apiKey"],
    [
      "a language model's key that would break a header",
      { MODEL_KEYS: '{"a":"hunter2\\n"}' },
      "Setting MODEL_KEYS (at a)",
    ],
    [
      "a secret instead of its hash",
      { SERVICE_PRINCIPALS: '[{"name":"a","secretSha256":"hunter2","scopes":["ops"]}]' },
      "SHA-256",
    ],
  ])("parseConfig rejects %s in one line that names the setting and no value", (_what, change, words) => {
    const attempt = (): unknown => parseConfig({ ...production, ...change });
    expect(attempt).toThrow(ConfigError);
    expect(attempt).toThrow(words);
    expect(attempt).not.toThrow(/\n|hunter2|c2hvcnQ/);
  });
});

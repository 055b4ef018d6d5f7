import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { readCliSettings, unknownVariables } from "../../scripts/lib/cli-settings.ts";
import { newFolder } from "../support/fixtures/folders.ts";

const ALONE = { vars: [], file: undefined };

describe("variables that begin with KNOWLEDGE_", () => {
  test("prefixed variables replace settings of the same name, and add nothing else", () => {
    const environment = {
      KNOWLEDGE_CRAWLING: "off",
      KNOWLEDGE_TOKEN: "kwp_secret",
      KNOWLEDGE_PORT: "tcp://10.0.0.2:8787",
      PATH: "/bin",
    };
    expect(readCliSettings({ ...ALONE, environment })).toEqual({ CRAWLING: "off" });
  });

  test("prefixed variables cause no warning if all are settings", () => {
    expect(
      unknownVariables({
        KNOWLEDGE_CRAWLING: "off",
        KNOWLEDGE_READER: "",
        OTHER: "1",
        KNOWLEDGE_TOKEN: undefined,
      }),
    ).toBeNull();
  });

  test("one line names prefixed variables that are no settings, without their values", () => {
    const kubernetes = {
      KNOWLEDGE_SERVICE_HOST: "10.96.0.11",
      KNOWLEDGE_SERVICE_PORT: "8787",
      KNOWLEDGE_: "empty name",
    };
    const line = unknownVariables({
      ...kubernetes,
      KNOWLEDGE_RATE_LIMIT: "off",
      KNOWLEDGE_RATE_LIMITS: "on",
    });
    expect(line).toMatch(
      /: KNOWLEDGE_, KNOWLEDGE_RATE_LIMIT, KNOWLEDGE_SERVICE_HOST, KNOWLEDGE_SERVICE_PORT\. /,
    );
    expect(line).not.toMatch(/10\.96|empty name|RATE_LIMITS/);
  });

  test("the warning fits on one line, however many and unusual the names are", () => {
    const many = Object.fromEntries(
      Array.from({ length: 90 }, (_, at) => [`KNOWLEDGE_X\n${at + 10}`, "value"]),
    );
    const line = unknownVariables(many);
    expect(line).toMatch(/KNOWLEDGE_X\?10, .+KNOWLEDGE_X\?29 and 70 more\. /);
    expect(line).not.toContain("\n");
  });
});

test("the start rejects an unknown name in --var and in the file, which only operators write", async () => {
  const file = join(await newFolder(), "settings.env");
  writeFileSync(file, "RATE_LIMIT=off\n");
  expect(() => readCliSettings({ ...ALONE, environment: {}, file })).toThrow("RATE_LIMIT: unknown setting");
  expect(() => readCliSettings({ ...ALONE, environment: {}, vars: ["TOKEN:x"] })).toThrow(
    "--var TOKEN: unknown setting",
  );
});

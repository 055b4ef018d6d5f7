import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { readCliSettings } from "../../scripts/lib/cli-settings.ts";
import { localSettings } from "../../scripts/lib/local-settings.ts";
import { localSecrets } from "../../scripts/lib/secrets.ts";
import { parseConfig } from "../../src/config.ts";
import { newFolder } from "../support/fixtures/folders.ts";

const FOLDER = "examples/ollama";
const textOf = (name: string): string => readFileSync(`${FOLDER}/${name}`, "utf8");

test("the Ollama example has settings that the service accepts, with Ollama's model names and context window", async () => {
  const given = readCliSettings({ vars: [], environment: {}, file: `${FOLDER}/settings.env` });
  const { models, embedder } = parseConfig({
    ...localSettings(await localSecrets(await newFolder())),
    ...given,
  });
  const [model, ...others] = models;
  expect(others).toEqual([]);
  expect(model).toMatchObject({ provider: "openai", url: "http://127.0.0.1:11434/v1", key: null });
  expect(embedder).toMatchObject({
    url: model?.url,
    dimensions: 768,
    kept: 256,
    prefixes: { passage: "title: none | text: " },
  });
  const [, base] = /^FROM (\S+)$/m.exec(textOf("Modelfile")) ?? [];
  expect(textOf("Modelfile")).toContain(`\nPARAMETER num_ctx ${model?.contextWindow}\n`);
  const made = textOf("start.sh").match(/^ollama .*$/gm);
  expect(made).toEqual([
    `ollama pull ${typeof embedder === "object" ? embedder?.model : ""}`,
    `ollama pull ${base}`,
    `ollama create ${model?.model} --file ${FOLDER}/Modelfile`,
  ]);
});

test.each(["start.sh", "ask.sh"])("the Ollama example has a script that a shell can parse: %s", (name) => {
  expect(execFileSync("sh", ["-n", `${FOLDER}/${name}`], { encoding: "utf8" })).toBe("");
});

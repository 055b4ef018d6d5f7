import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { withLayers } from "../../scripts/lint/layer-rules.ts";
import { LAYERS } from "../../scripts/lint/layers.ts";
import { PROJECT_ROOT } from "../support/scripts.ts";
import { readdirSync } from "node:fs";

it("the lint rules are those of the table; npm run docs writes them", async () => {
  const config = JSON.parse(await readFile(join(PROJECT_ROOT, ".oxlintrc.json"), "utf8"));
  expect(config).toEqual(withLayers(config));
});

it("every folder and file of src has a row", () => {
  const parts = readdirSync(join(PROJECT_ROOT, "src"));
  expect(parts.filter((part) => !LAYERS.some((layer) => layer.part === part))).toEqual(["index.ts"]);
});

import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { SETTING_NAMES } from "../../src/config.ts";

const document = await readFile(join(import.meta.dirname, "../../docs/configuration.md"), "utf8");

test("the table of all settings in docs/configuration.md names exactly the settings of src/config.ts", () => {
  const section = /^## All settings\n(?<table>[^]+?)^## /m.exec(document)?.groups?.["table"] ?? "";
  const listed = [...section.matchAll(/^\| `([A-Z_]+)` /gm)].map(([, name]) => name);
  expect(new Set(listed)).toEqual(new Set(SETTING_NAMES));
});

test("every setting in docs/configuration.md has a heading or a row that explains it", () => {
  const [, explanations = ""] = document.split(/^## Address and environment$/m);
  const unexplained = SETTING_NAMES.filter(
    (name) => !explanations.includes(`### \`${name}\`\n`) && !explanations.includes(`| \`${name}\` `),
  );
  expect(unexplained).toEqual([]);
});

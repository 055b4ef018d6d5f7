import { existsSync, readFileSync, readdirSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join, normalize, relative, sep } from "node:path";
import { expect, test } from "vitest";
import { LAYERS } from "../../scripts/lint/layers.ts";
import { PROJECT_ROOT } from "../../scripts/lib/project.ts";

interface Config {
  readonly overrides: readonly {
    readonly files: readonly string[];
    readonly rules: Readonly<Record<string, unknown>>;
  }[];
}

test("the lint rule that reads the table applies to all of src", async () => {
  const { overrides } = JSON.parse(await readFile(join(PROJECT_ROOT, ".oxlintrc.json"), "utf8")) as Config;
  expect(overrides).toContainEqual({
    files: ["src/**/*.ts"],
    rules: expect.objectContaining({ "workspace/layers": "error" }),
  });
  expect(overrides.filter(({ rules }) => rules["workspace/layers"] === "off")).toEqual([]);
});

test("every row of the table names an existing part of src, and so does each part that it opens", () => {
  const named = LAYERS.flatMap(({ part, uses, types = [] }) => [part, ...uses, ...types]);
  expect([...new Set(named)].filter((part) => !existsSync(join(PROJECT_ROOT, "src", part)))).toEqual([]);
});

test("every folder and file of src has a row", () => {
  const parts = readdirSync(join(PROJECT_ROOT, "src"));
  expect(parts.filter((part) => !LAYERS.some((layer) => layer.part === part))).toEqual(["index.ts"]);
});

/** Layers that have one folder for each entity. */
const BY_ENTITY = ["services"];
const rooms = readdirSync(join(PROJECT_ROOT, "src"), { withFileTypes: true }).filter((entry) =>
  entry.isDirectory(),
);

test.each(rooms.map(({ name }) => name).filter((room) => !BY_ENTITY.includes(room)))(
  "the folders of src/%s import one way",
  (room) => {
    const arrows = folderArrows(join(PROJECT_ROOT, "src", room));
    const reach = (from: string, seen = new Set<string>()): Set<string> => {
      for (const next of arrows.get(from) ?? []) if (!seen.has(next)) reach(next, seen.add(next));
      return seen;
    };
    expect([...arrows.keys()].filter((folder) => reach(folder).has(folder))).toEqual([]);
  },
);

/** Maps each folder directly below a layer to the siblings that it imports, types included. */
function folderArrows(room: string): Map<string, Set<string>> {
  const arrows = new Map<string, Set<string>>();
  const folderOf = (path: string): string => relative(room, path).split(sep).slice(0, -1)[0] ?? "";
  for (const file of readdirSync(room, { recursive: true, encoding: "utf8" }).filter((name) =>
    name.endsWith(".ts"),
  )) {
    const [from] = file.split(sep);
    for (const [, target = ""] of readFileSync(join(room, file), "utf8").matchAll(/ from "(\.[^"]+)"/g)) {
      const to = folderOf(normalize(join(room, file, "..", target)));
      if (file.includes(sep) && to !== "" && to !== ".." && to !== from)
        arrows.set(from!, (arrows.get(from!) ?? new Set()).add(to));
    }
  }
  return arrows;
}

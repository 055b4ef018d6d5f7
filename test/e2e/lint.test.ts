import { spawnSync } from "node:child_process";
import { cp, mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { SETTING_NAMES } from "../../src/config.ts";
import { newFolder } from "../support/fixtures/folders.ts";
import { PROJECT_ROOT } from "../../scripts/lib/project.ts";

const OXLINT = join(PROJECT_ROOT, "node_modules", "oxlint", "bin", "oxlint");
const PLUGIN = join("scripts", "lint");
const TARGET = {
  compilerOptions: { target: "ES2024", lib: ["ES2024"], module: "ESNext", moduleResolution: "Bundler" },
};
const STRICT = { strict: true, noEmit: true, allowImportingTsExtensions: true, types: [] };

const lines = (count: number): string => "// a line\n".repeat(count);
const uses = (path: string): string => `import { it } from "${path}";\n\nexport const used = it;\n`;
const LAYERING = "workspace(layers)";
const CLIENT = "eslint(no-restricted-imports)";
const WAITING = "workspace(no-shared-waiting)";
const CONSOLE = "workspace(console-layers)";
const SAFE_PAGE = "workspace(safe-page)";
const element = (line: string): string =>
  `export const change = (element: HTMLElement): void => {\n  ${line}\n};\n`;

/** Maps a file to its content and the rule that must reject it. */
const PLANTED: Readonly<Record<string, readonly [source: string, rule: string]>> = {
  "src/domain/calls-storage.ts": [uses("../storage/d1/rows.ts"), LAYERING],
  "src/domain/deep/calls-config.ts": [uses("../../config.ts"), LAYERING],
  "src/domain/does-io.ts": [uses("node:fs"), LAYERING],
  "src/storage/d1/calls-services.ts": [uses("../../services/move.ts"), LAYERING],
  "src/storage/calls-room.ts": [uses("../thread-room/queue.ts"), LAYERING],
  "src/services/calls-http.ts": [uses("../http/envelope.ts"), LAYERING],
  "src/services/calls-hono.ts": [uses("hono/http-exception"), LAYERING],
  "src/services/works-in-a-pipeline.ts": [uses("../ingestion/run-stages.ts"), LAYERING],
  "src/services/types-a-room.ts": [
    'import type { Room } from "../thread-room/room.ts";\n\nexport const open = (room: Room): Room => room;\n',
    LAYERING,
  ],
  "src/text/calls-domain.ts": [uses("../domain/ids.ts"), LAYERING],
  "src/net/calls-ingestion.ts": [uses("../ingestion/crawl/robots.ts"), LAYERING],
  "src/jobs/handlers/calls-services.ts": [uses("../../services/users/heal-snapshots.ts"), LAYERING],
  "src/jobs/calls-ingestion.ts": [uses("../ingestion/run-stages.ts"), LAYERING],
  "src/knowledge-index/calls-app.ts": [uses("../app.ts"), LAYERING],
  "src/platform.ts": [uses("./services/move.ts"), LAYERING],
  "src/env.ts": [uses("./thread-room/thread-room.ts"), LAYERING],
  "src/jobs/handlers/writes-sql.ts": [uses("drizzle-orm"), LAYERING],
  "src/answering/reads-a-table.ts": [uses("../storage/d1/schema/threads.ts"), LAYERING],
  "src/thread-room/turns/writes-sql.ts": [uses("drizzle-orm/sqlite-core"), LAYERING],
  "src/services/assets/writes-sql.ts": [uses("drizzle-orm"), LAYERING],
  "src/services/reads-a-table.ts": [uses("../storage/d1/schema/assets.ts"), LAYERING],
  "src/ingestion/crawl/writes-sql.ts": [uses("drizzle-orm"), LAYERING],
  "src/ingestion/reads-a-table.ts": [uses("../storage/d1/schema/assets.ts"), LAYERING],
  "src/services/builds-a-room.ts": [uses("../thread-room/thread-room.ts"), LAYERING],
  "src/http/routes/calls-storage.ts": [uses("../../storage/d1/rows.ts"), LAYERING],
  "src/http/calls-drizzle.ts": [uses("drizzle-orm"), LAYERING],
  "src/auth/calls-http.ts": [uses("../http/envelope.ts"), LAYERING],
  "src/models/calls-storage.ts": [uses("../storage/d1/rows.ts"), LAYERING],
  "src/sandbox/reads-d1.ts": [uses("../storage/d1/rows.ts"), LAYERING],
  "src/sandbox/reads-settings.ts": [uses("../config.ts"), LAYERING],
  "src/answering/calls-http.ts": [uses("../http/envelope.ts"), LAYERING],
  "src/thread-room/calls-http.ts": [uses("../http/envelope.ts"), LAYERING],
  "src/knowledge-index/calls-http.ts": [uses("../http/envelope.ts"), LAYERING],
  "src/ingestion/steps/calls-http.ts": [uses("../../http/envelope.ts"), LAYERING],
  "src/domain/loads-storage.ts": ['export const load = () => import("../storage/d1/rows.ts");\n', LAYERING],
  "src/domain/names-a-type.ts": ['export type Rows = import("../storage/d1/rows.ts").Rows;\n', LAYERING],
  "src/services/passes-on.ts": ['export { envelope } from "../http/envelope.ts";\n', LAYERING],
  "src/text/passes-on.ts": ['export * from "../domain/ids.ts";\n', LAYERING],
  "src/scheduled.ts": [uses("./index.ts"), LAYERING],
  "client/src/does-io.ts": [uses("node:fs"), CLIENT],
  "client/src/calls-service.ts": [uses("../../src/domain/ids.ts"), CLIENT],
  "console/src/parts/calls-a-page.tsx": [uses("../pages/home/home.tsx"), CONSOLE],
  "console/src/data/calls-a-part.ts": [uses("../parts/button/button.tsx"), CONSOLE],
  "console/src/reader/calls-a-thread.ts": [uses("../thread/timeline.ts"), CONSOLE],
  "console/src/pages/calls-the-client.ts": [uses("knowledge-workspace-client"), CONSOLE],
  "console/src/parts/calls-another-package.ts": [uses("markdown-it"), CONSOLE],
  "console/src/parts/sets-markup.ts": [element('element.innerHTML = "";'), SAFE_PAGE],
  "console/src/parts/adds-markup.ts": [element('element.insertAdjacentHTML("beforeend", "");'), SAFE_PAGE],
  "console/src/parts/draws-markup.tsx": [
    "export const draw = (of: string) => <p dangerouslySetInnerHTML={{ __html: of }} />;\n",
    SAFE_PAGE,
  ],
  "console/src/parts/draws-a-frame.tsx": [
    "export const draw = (of: string) => <iframe srcdoc={of} />;\n",
    SAFE_PAGE,
  ],
  "console/src/parts/draws-a-style.tsx": ['export const draw = () => <p style="color: red" />;\n', SAFE_PAGE],
  "console/src/parts/runs-text.ts": [element("eval(element.title);"), SAFE_PAGE],
  "console/src/parts/makes-code.ts": [element("new Function(element.title)();"), SAFE_PAGE],
  "console/src/parts/sends-requests.ts": [element("void fetch(element.title);"), SAFE_PAGE],
  "console/src/parts/opens-sockets.ts": [element("new WebSocket(element.title);"), SAFE_PAGE],
  "src/services/ring-a.ts": [
    'import { b } from "./ring-b.ts";\n\nexport const a = (): unknown => b;\n',
    "import(no-cycle)",
  ],
  "src/services/ring-b.ts": [
    'import { a } from "./ring-a.ts";\n\nexport const b = (): unknown => a;\n',
    "import(no-cycle)",
  ],
  "src/services/type-ring-a.ts": [
    'import type { B } from "./type-ring-b.ts";\n\nexport type A = B | null;\n',
    "import(no-cycle)",
  ],
  "src/services/type-ring-b.ts": [
    'import type { A } from "./type-ring-a.ts";\n\nexport type B = A | null;\n',
    "import(no-cycle)",
  ],
  "src/services/floats.ts": [
    "const work = async (): Promise<void> => {};\n\nwork();\n\nexport { work };\n",
    "typescript(no-floating-promises)",
  ],
  "src/services/misuses.ts": [
    "export const check = async (): Promise<boolean> => false;\n\nexport const run = (): number => (check() ? 1 : 2);\n",
    "typescript(no-misused-promises)",
  ],
  "src/services/awaits-nothing.ts": [
    "export const run = async (): Promise<number> => await 1;\n",
    "typescript(await-thenable)",
  ],
  "src/services/says-any.ts": [
    "export const open = (value: any): unknown => value;\n",
    "typescript(no-explicit-any)",
  ],
  "src/services/exports-default.ts": ["export default 1;\n", "import(no-default-export)"],
  "src/services/reads-settings.ts": [
    "export const read = (env: Record<string, unknown>): unknown => env.LINK_SECRET;\n",
    "eslint(no-restricted-properties)",
  ],
  "src/services/reads-bindings.ts": [
    "export const open = (env: Record<string, unknown>): unknown => env.THREAD_ROOM;\n",
    "eslint(no-restricted-properties)",
  ],
  "src/ingestion/queues.ts": ["class AsyncMutex {}\n\nexport const parsers = new AsyncMutex();\n", WAITING],
  "src/services/shares-work.ts": ["export const underWay = new Map<string, Promise<void>>();\n", WAITING],
  "src/services/shares-anything.ts": ["export const underWay = new Map();\n", WAITING],
  "src/services/remembers-work.ts": [
    "let last: Promise<number> | null = null;\n\nexport const run = (): Promise<number> => (last ??= Promise.resolve(1));\n",
    WAITING,
  ],
  "src/services/remembers-anything.ts": [
    "let last;\n\nexport const keep = (work: never): void => void (last = work);\n\nexport { last };\n",
    WAITING,
  ],
  "src/services/fills-later.ts": ["export const underWay = {};\n", WAITING],
  "src/services/holds-work.ts": [
    "const state: Work = { last: null };\n\ninterface Work {\n  last: Turn | null;\n}\n\ntype Turn = { end: Promise<void> };\n\nexport { state };\n",
    WAITING,
  ],
  "src/services/begins-early.ts": ["export const ready = Promise.resolve(1);\n", WAITING],
  "src/services/awaits-early.ts": ['export const zod = await import("zod");\n', WAITING],
  "src/services/shares-in-class.ts": [
    "export class Pool {\n  static readonly first = Promise.resolve(1);\n}\n",
    WAITING,
  ],
  "src/services/remembers-in-class.ts": ["export class Pool {\n  static last = null;\n}\n", WAITING],
  "src/services/begins-with-class.ts": [
    "export class Pool {\n  static {\n    setTimeout(() => {}, 1);\n  }\n}\n",
    WAITING,
  ],
  "src/services/exports-work.ts": [
    "// oxlint-disable-next-line import/no-default-export\nexport default new AbortController();\n",
    WAITING,
  ],
  "src/services/long.ts": [`${lines(300)}export const long = 1;\n`, "eslint(max-lines)"],
  "scripts/long.ts": [`${lines(300)}export const long = 1;\n`, "eslint(max-lines)"],
  "test/unit/long.test.ts": [`${lines(300)}export const long = 1;\n`, "eslint(max-lines)"],
};

const CLEAN: Readonly<Record<string, string>> = {
  "src/domain/plain.ts":
    'import * as z from "zod";\nimport { notFound } from "./errors.ts";\n\nexport const plain = [z, notFound];\n',
  "src/storage/d1/plain.ts":
    'import { eq } from "drizzle-orm";\nimport { newId } from "../../domain/ids.ts";\n\nexport const plain = [eq, newId];\n',
  "src/services/plain.ts": 'import { rows } from "../storage/d1/rows.ts";\n\nexport const plain = rows;\n',
  "src/http/routes/plain.ts":
    'import { Hono } from "hono";\nimport { move } from "../../services/move.ts";\n\nexport const plain = [Hono, move];\n',
  "src/thread-room/plain.ts":
    'import type { ThreadRoom } from "./thread-room.ts";\nimport { answer } from "../answering/answer.ts";\n\nexport const plain = (room: ThreadRoom): unknown => [room, answer];\n',
  "src/services/plain-room.ts":
    'import type { RoomApi } from "../thread-room/api.ts";\n\nexport const plainRoom = (room: RoomApi): RoomApi => room;\n',
  "client/src/plain.ts": 'import { newId } from "./identifiers.ts";\n\nexport const plain = newId;\n',
  "console/src/data/client.ts":
    'export { newId } from "knowledge-workspace-client";\n\nexport const client = (): unknown => fetch("/session");\n',
  "console/src/parts/plain.tsx":
    'import { newId } from "../data/client.ts";\n\nexport const plain = () => <p style={{ color: "red" }}>{newId("a")}</p>;\n',
  "src/services/later.ts":
    "const known = new Map<string, number>();\nexport const later: () => Promise<number> = async () => await Promise.resolve(known.size);\n",
  "src/services/pool.ts":
    "export class Pool {\n  static readonly kinds = [1, 2];\n  static count = 0;\n  static newest: string | null = null;\n}\n",
  "src/services/as-long-as-allowed.ts": `${lines(299)}export const long = 1;\n`,
  "src/index.ts": "export default { fetch: (): Response => new Response() };\n",
};

interface Finding {
  readonly code: string;
  readonly filename: string;
}

async function plant(folder: string, files: Readonly<Record<string, string>>): Promise<void> {
  await cp(join(PROJECT_ROOT, ".oxlintrc.json"), join(folder, ".oxlintrc.json"));
  // The prose checks are not part of the plugin.
  const isOfPlugin = (source: string): boolean => !source.startsWith(join(PROJECT_ROOT, PLUGIN, "prose"));
  await cp(join(PROJECT_ROOT, PLUGIN), join(folder, PLUGIN), { recursive: true, filter: isOfPlugin });
  await writeFile(
    join(folder, "tsconfig.json"),
    JSON.stringify({ compilerOptions: { ...TARGET.compilerOptions, ...STRICT } }),
  );
  for (const [path, source] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), source);
  }
}

function lint(folder: string): { status: number | null; findings: Finding[] } {
  const args = [OXLINT, "--type-aware", "--deny-warnings", "--format", "json"];
  const { status, stdout } = spawnSync(process.execPath, args, { cwd: folder, encoding: "utf8" });
  return { status, findings: (JSON.parse(stdout) as { diagnostics: Finding[] }).diagnostics };
}

describe("lint", () => {
  let planted: ReturnType<typeof lint>;
  beforeAll(async () => {
    const folder = await newFolder();
    await plant(
      folder,
      Object.fromEntries(Object.entries(PLANTED).map(([path, [source]]) => [path, source])),
    );
    planted = lint(folder);
  });

  test.each(Object.entries(PLANTED).map(([path, [, rule]]) => [path, rule] as const))(
    "the lint rules reject %s by %s",
    (path, rule) => {
      expect(planted.status).toBe(1);
      expect(
        planted.findings.filter((finding) => finding.filename === path).map((finding) => finding.code),
      ).toContain(rule);
    },
  );

  test("the lint rules pass files that follow them", async () => {
    const folder = await newFolder();
    await plant(folder, CLEAN);
    expect(lint(folder)).toEqual({ status: 0, findings: [] });
  });

  test("the lint rules know every setting that only src/config.ts may read", async () => {
    const rules = await readFile(join(PROJECT_ROOT, ".oxlintrc.json"), "utf8");
    expect(SETTING_NAMES.filter((name) => !rules.includes(`"property": "${name}"`))).toEqual([]);
  });
});

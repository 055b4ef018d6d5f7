import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe, expect, test, onTestFinished, vi } from "vitest";
import { newFolder } from "../support/fixtures/folders.ts";
import { newStateFolder } from "../support/setup/migrated-state.ts";
import { WAIT } from "../support/setup/wait.ts";
import { sampled } from "../support/setup/scaled.ts";
import { PROJECT_ROOT } from "../../scripts/lib/project.ts";
import { COMPILED, killGroup, runScript } from "../support/fixtures/scripts.ts";
import { startTestService } from "../support/http/service.ts";
import { startRejection } from "../support/assertions/start-rejection.ts";
import { d1File } from "../support/rows/d1-file.ts";

interface Started {
  readonly process: ChildProcess;
  readonly printed: () => string;
}

/** Starts a command as the leader of its own process group. */
function start(
  command: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Started {
  const child = spawn(command, [...args], {
    cwd: PROJECT_ROOT,
    env: { ...process.env, NODE_COMPILE_CACHE: COMPILED, ...env },
    detached: true,
    stdio: ["ignore", "pipe", "pipe"],
  });
  let text = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (part: string) => (text += part));
  onTestFinished(() => killGroup(child, "SIGKILL"));
  return { process: child, printed: () => text };
}

/** @returns the printed text, once the service is reachable */
async function answering({ printed }: Started): Promise<string> {
  await vi.waitFor(() => expect(printed()).toMatch(/answers at \S+\n.+\n/), {
    timeout: 60_000,
    interval: 100,
  });
  return printed();
}

function living(group: number | undefined): string[] {
  const rows = execFileSync("ps", ["-A", "-o", "pgid=,stat=,args="], { encoding: "utf8" }).split("\n");
  return rows
    .map((row) => row.trim())
    .filter((row) => Number(row.split(/\s+/)[0]) === group && !/^\d+\s+Z/.test(row));
}

const WAYS = [
  ["npm start", "npm", ["start", "--"]],
  ["the plain entry point", process.execPath, ["scripts/start.mjs"]],
] as const;
const ENDS = (["SIGTERM", "SIGKILL"] as const).flatMap((signal) =>
  WAYS.map(([what, command, args]) => ({ what, signal, command, args })),
);
describe("ending", () => {
  test.each(sampled(ENDS, 2, "how a start ends"))(
    "$what by $signal ends every process that it started",
    async ({ signal, command, args }) => {
      const started = start(command, [...args, "--port", "0", "--persist-to", await newStateFolder()]);
      await answering(started);
      expect(living(started.process.pid).length).toBeGreaterThan(2);
      started.process.kill(signal);
      await vi.waitFor(() => expect(living(started.process.pid)).toEqual([]), WAIT);
    },
  );
});

describe("settings", () => {
  const ISSUER = JSON.stringify([
    {
      issuer: "https://id.example.com",
      audience: "kw",
      jwksUrl: "https://id.example.com/jwks.json",
      trustEmail: true,
    },
  ]);

  test("settings come from the environment and from a file, and the banner names the issuer in effect", async () => {
    const file = join(await newFolder(), "settings.env");
    writeFileSync(file, "PUBLIC_BASE_URL=https://file.example.com\nBUILD_VERSION=file\n");
    const args = [
      "scripts/start.ts",
      "--port",
      "0",
      "--persist-to",
      await newStateFolder(),
      "--settings",
      file,
    ];
    const started = start(process.execPath, args, {
      KNOWLEDGE_ISSUERS: ISSUER,
      KNOWLEDGE_BUILD_VERSION: "environment",
    });
    const printed = await answering(started);
    expect(printed).toContain("Accepted issuers of bearer tokens: https://id.example.com\n");
    expect(printed).not.toContain("npm run -s token");
    const url = /answers at (\S+)/.exec(printed)?.[1] ?? "";
    const home = (await (await fetch(url)).json()) as {
      data: { version: string; issuers: { issuer: string }[] };
    };
    expect(home.data).toMatchObject({
      version: "environment",
      issuers: [{ issuer: "https://id.example.com" }],
    });
    expect(living(started.process.pid).join("\n")).not.toContain("id.example.com");
  });

  test("settings of other programs do not stop a start, and one line names them without their values", async () => {
    const variables = {
      KNOWLEDGE_TOKEN: "kwp_secret",
      KNOWLEDGE_KEY: "kwp_secret",
      KNOWLEDGE_URL: "http://127.0.0.1:8787",
    };
    const docker = { KNOWLEDGE_PORT: "tcp://10.96.0.11:8787", KNOWLEDGE_PORT_8787_TCP_ADDR: "10.96.0.11" };
    const args = ["start", "--", "--port", "0", "--persist-to", await newStateFolder()];
    const printed = await answering(start("npm", args, { ...variables, ...docker }));
    const names = [...Object.keys(variables), ...Object.keys(docker)].sort().join(", ");
    expect(printed.split("\n").filter((line) => line.includes("KNOWLEDGE_"))).toEqual([
      `Ignored environment variables that are not settings: ${names}. Settings: docs/configuration.md.`,
    ]);
    expect(printed).not.toMatch(/secret|tcp:|10\.96/);
  });

  test.each([
    [
      "a wrong one of the environment",
      { KNOWLEDGE_RATE_LIMITS: "perhaps" },
      "RATE_LIMITS=off\n",
      "Setting RATE_LIMITS",
    ],
    ["a misspelt one of the file", {}, "RATE_LIMIT=off\n", "RATE_LIMIT: unknown setting"],
    ["a wrong one of the file", {}, "RATE_LIMITS=perhaps\n", "Setting RATE_LIMITS"],
    ["a file that is not there", {}, null, "Cannot read the settings"],
  ])("settings reject %s in one line", async (_what, env, text, words) => {
    const file = join(await newFolder(), "settings.env");
    if (text !== null) writeFileSync(file, text);
    const started = start(
      process.execPath,
      ["scripts/start.ts", "--persist-to", await newFolder(), "--settings", file],
      env,
    );
    await vi.waitFor(() => expect(started.process.exitCode).toBe(1), WAIT);
    expect(started.printed()).toMatch(/^[^\n]+\n$/);
    expect(started.printed()).toContain(words);
  });
});

const SCRIPTS = [
  "start",
  "dev",
  "token",
  "demo",
  "build",
  "write-docs",
  "../tools/bench/run",
  "../tools/eval/run",
  "../test/faults/run",
];
test.concurrent.each(sampled(SCRIPTS, 4, "help"))(
  "%s prints its options for --help, and does nothing else",
  async (script) => {
    const { status, stdout, stderr } = await runScript(script, ["--help"]);
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    expect(stdout).toMatch(/^Usage: npm (run )?(-s )?/);
  },
);

describe("an ending service", () => {
  test("the service exits with status 0 and without a stack trace on SIGTERM, and a foreign migration stops the next start", async () => {
    const service = await startTestService();
    expect(living(service.pid).length).toBeGreaterThan(1);
    expect(await service.kill("SIGTERM")).toBe(0);
    await vi.waitFor(() => expect(living(service.pid)).toEqual([]), WAIT);
    expect(service.output.stderr).toBe("");

    const database = new DatabaseSync(d1File(service.dir));
    database.exec("INSERT INTO d1_migrations (name) VALUES ('0000_initial.sql')");
    database.close();
    expect(await startRejection("--port", "0", "--persist-to", service.dir)).toBe(
      `The state folder ${service.dir} belongs to another version of the service: it has the migration 0000_initial.sql. ` +
        "Use that version, restore the backup from before the upgrade with npm run restore, or name another folder with --persist-to.\n",
    );
  });

  test("the service ends its runtime with itself when killed alone, and restarts on the same state and port", async () => {
    const service = await startTestService();
    process.kill(service.pid, "SIGKILL");
    await vi.waitFor(() => expect(living(service.pid)).toEqual([]), WAIT);
    await service.restart();
    await service.kill("SIGKILL");
    await service.restart();
    expect((await fetch(`${service.url}/status`)).status).toBeLessThan(500);
  });
});

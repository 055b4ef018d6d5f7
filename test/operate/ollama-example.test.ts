/**
 * The two commands of the example in a fresh clone. Fake servers replace Ollama and record the models to
 * pull.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startChatServer } from "../support/fixtures/chat-server.ts";
import { newFolder } from "../support/fixtures/folders.ts";
import { startModelServer } from "../support/fixtures/model-server.ts";
import { CLEAN_ENV, cloneProject, serveFrom } from "./clone.ts";

const EXAMPLE = "examples/ollama";
const OLLAMA = "http://127.0.0.1:11434/v1";
const SERVICE = "http://127.0.0.1:8787";

let clone: string;
let env: NodeJS.ProcessEnv;
/** The arguments of each `ollama` call, one line each. */
let orders: string;

beforeAll(async () => {
  clone = await cloneProject();
  const programs = await newFolder();
  orders = join(programs, "orders");
  writeFileSync(join(programs, "ollama"), `#!/bin/sh\necho "$*" >> ${orders}\n`);
  chmodSync(join(programs, "ollama"), 0o755);
  const home = join(programs, "home");
  mkdirSync(home);
  env = { ...CLEAN_ENV, PATH: `${programs}:${CLEAN_ENV.PATH}`, XDG_CONFIG_HOME: home };
});

/** Replaces the default addresses in a file with those of the test. */
function readdress(file: string, addresses: readonly (readonly [from: string, to: string])[]): void {
  const path = join(clone, EXAMPLE, file);
  const before = readFileSync(path, "utf8");
  const after = addresses.reduce((all, [from, to]) => {
    expect(all).toContain(from);
    return all.replace(from, to);
  }, before);
  writeFileSync(path, after);
}

/** A command of the README, word for word. */
function commandOf(name: string): string {
  const [, command = ""] =
    new RegExp(`^(sh ${EXAMPLE}/${name}.*)$`, "m").exec(
      readFileSync(join(clone, EXAMPLE, "README.md"), "utf8"),
    ) ?? [];
  expect(command).not.toBe("");
  return command;
}

test("start.sh and ask.sh lead from a clone to a cited answer by the local model with local embeddings", async () => {
  const [model, embeddings] = [await startChatServer(), await startModelServer(768)];
  afterAll(() => [model, embeddings].forEach(({ close }) => close()));
  readdress("settings.env", [
    [`"url":"${OLLAMA}"`, `"url":"${model.urlOf("plain")}"`],
    [`EMBEDDING_URL=${OLLAMA}`, `EMBEDDING_URL=${embeddings.urlOf("plain")}`],
  ]);
  const { url, end } = await serveFrom(clone, "sh", ["-c", `exec ${commandOf("start.sh")} --port 0`], {
    env,
  });
  expect(readFileSync(orders, "utf8").trim().split("\n")).toEqual([
    "pull embeddinggemma",
    "pull llama3.2:3b",
    `create knowledge-writer --file ${EXAMPLE}/Modelfile`,
  ]);
  readdress("ask.sh", [[SERVICE, new URL(url).origin]]);
  const ask = spawn("sh", ["-c", commandOf("ask.sh")], {
    cwd: clone,
    env,
    stdio: ["ignore", "pipe", "pipe"],
  });
  const [out, err, [status]] = await Promise.all([text(ask.stdout), text(ask.stderr), once(ask, "close")]);
  expect({ status, err }).toMatchObject({ status: 0 });
  expect(out).toMatch(/^\[1\] fasta-guide\.pdf, page \d+: “.+”$/m);
  expect(model.asked.map(({ body }) => body.model)).toContain("knowledge-writer");
  const passages = embeddings.asked.filter(({ input }) =>
    input.every((each) => each.startsWith("title: none | text: ")),
  );
  expect(passages.length).toBeGreaterThan(0);
  expect(embeddings.asked.map((each) => each.model)).toEqual(embeddings.asked.map(() => "embeddinggemma"));
  expect(
    embeddings.asked
      .flatMap(({ input }) => input)
      .some((each) => each.startsWith("task: search result | query: ")),
  ).toBe(true);
  await end("SIGTERM");
});

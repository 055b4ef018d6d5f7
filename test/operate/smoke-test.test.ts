/** The smoke test of `npm run deploy` against the service of `npm start`. */
import { expect, test } from "vitest";
import { startTestService } from "../support/http/service.ts";
import { spawnScript } from "../support/fixtures/scripts.ts";

async function smoke(address: string, token?: string) {
  const { KNOWLEDGE_TOKEN: _, ...env } = process.env;
  const run = spawnScript("deploy", ["--smoke", address], {
    ...env,
    ...(token === undefined ? {} : { KNOWLEDGE_TOKEN: token }),
  });
  const status = await run.ended;
  return { status, lines: run.output.stdout.trim().split("\n"), stderr: run.output.stderr };
}

test("the smoke test passes every step with a token, names what it leaves out without one, and can run again", async () => {
  const service = await startTestService();
  const token = await service.token("smoke@example.com");
  for (const nth of [1, 2]) {
    const { status, lines, stderr } = await smoke(service.url, token);
    expect({ nth, status, stderr, failed: lines.filter((line) => !line.startsWith("ok ")) }).toEqual({
      nth,
      status: 0,
      stderr: "",
      failed: [],
    });
    expect(lines).toHaveLength(11);
  }
  const without = await smoke(service.url);
  expect(without.status).toBe(0);
  expect(without.lines.at(-1)).toContain("left out: all other steps");
});

test("the smoke test fails at the first step that goes wrong, and deletes what it made", async () => {
  const service = await startTestService({ vars: { QUOTAS: '{"each":{"day":{"bytes":1}}}' } });
  const run = await smoke(service.url, await service.token("smoke@example.com"));
  expect(run.status).toBe(1);
  expect(run.lines.filter((line) => line.startsWith("FAILED"))).toHaveLength(1);
  expect(run.lines.at(-1)).toContain("ok      a dry run of a deletion");
  expect(run.stderr).toContain("The smoke test failed: a file becomes readable");
});

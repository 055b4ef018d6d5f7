import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { newFolder } from "../support/fixtures/folders.ts";
import { PROJECT_ROOT } from "../../scripts/lib/project.ts";
import { ONE_LINE, startRejection } from "../support/assertions/start-rejection.ts";

describe("a failed start prints one line for", () => {
  test("a taken port", async () => {
    const holder = createServer();
    const port = await new Promise<number>((resolve) => {
      holder.listen(0, "127.0.0.1", () => resolve((holder.address() as { port: number }).port));
    });
    const line = await startRejection("--port", String(port), "--persist-to", await newFolder());
    holder.close();
    expect(line).toContain(`Port ${port} of 127.0.0.1 is in use`);
  });

  test.concurrent.each([
    ["a wrong setting", ["--var", "RATE_LIMITS:perhaps"], "Setting RATE_LIMITS"],
    ["a misspelt setting", ["--var", "RATE_LIMIT:off"], "RATE_LIMIT: unknown setting"],
    ["production with the local issuer", ["--var", "ENVIRONMENT:production"], "must not have a local issuer"],
    ["an unknown option", ["--prot", "1"], "--prot"],
    ["a port that is none", ["--port", "http"], "--port must be a number"],
  ])("%s", async (_what, args, words) => {
    expect(await startRejection("--persist-to", await newFolder(), ...args)).toContain(words);
  });

  test("a state folder that is not writable", async () => {
    const file = join(await newFolder(), "a-file");
    writeFileSync(file, "");
    expect(await startRejection("--port", "0", "--persist-to", join(file, "state"))).toContain(
      "Cannot write the state folder",
    );
    expect(await startRejection("--port", "0", "--persist-to", "/proc/nope")).toContain(
      "Cannot write the state folder",
    );
  });
});

describe("npm run token", () => {
  const token = (...args: string[]) =>
    spawnSync(process.execPath, ["scripts/token.ts", ...args], { cwd: PROJECT_ROOT, encoding: "utf8" });

  test("npm run token prints only a token of three parts, and creates the secrets once", async () => {
    const folder = await newFolder();
    const run = token(
      "--email",
      "ada@example.com",
      "--name",
      "Ada",
      "--unverified",
      "--expires",
      "2h",
      "--persist-to",
      folder,
    );
    expect({ ...run, stdout: "" }).toMatchObject({ status: 0, stderr: "" });
    expect(run.stdout).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+\n$/);
    const claims = JSON.parse(Buffer.from(run.stdout.split(".")[1] ?? "", "base64url").toString()) as Record<
      string,
      unknown
    >;
    expect(claims).toMatchObject({
      email: "ada@example.com",
      email_verified: false,
      name: "Ada",
      aud: "knowledge-workspace",
    });
    expect(Number(claims["exp"]) - Number(claims["iat"])).toBe(7_200);
  });

  test("npm run token prints the same service secret for the same scopes, and another secret for others", async () => {
    const folder = await newFolder();
    const secrets = ["ops,users:merge", "users:merge,ops", "ops"].map(
      (scopes) => token("--service", scopes, "--persist-to", folder).stdout,
    );
    expect(secrets[0]).toMatch(/^svc_[\w-]{43}\n$/);
    expect(secrets[1]).toBe(secrets[0]);
    expect(secrets[2]).not.toBe(secrets[0]);
  });

  test.each([
    [[], "either --email or --service"],
    [["--email", "ada"], "--email must be"],
    [["--email", "ada@example.com", "--expires", "soon"], "--expires must be"],
    [["--key"], "either --email or --service"],
    [["--service", "ops", "--key"], "--key requires --email"],
    [["--email", "ada@example.com", "--key", "--actions", "rule"], 'unknown action "rule"'],
    [["--service", "everything"], 'unknown scope "everything"'],
  ])("npm run token rejects %j in one line", (args, words) => {
    const { status, stdout, stderr } = token(...args);
    expect({ status, stdout }).toEqual({ status: 1, stdout: "" });
    expect(stderr).toMatch(ONE_LINE);
    expect(stderr).toContain(words);
  });
});

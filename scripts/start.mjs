/**
 * Starts the service for a process manager or a container: `node scripts/start.mjs` accepts the options of
 * `npm start`. It runs under the oldest supported Node, because the service runs under the Node of the
 * packages.
 */
import { spawn } from "node:child_process";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

const packaged = join(dirname(createRequire(import.meta.url).resolve("node/package.json")), "bin", "node");
const child = spawn(packaged, [join(import.meta.dirname, "start.ts"), ...process.argv.slice(2)], {
  stdio: "inherit",
  // The variable makes the child exit with this process.
  env: { ...process.env, npm_lifecycle_event: "start" },
});
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => child.kill(signal));
child.on("exit", (status, signal) => process.exit(status ?? (signal === null ? 1 : 128)));
child.on("error", (error) => {
  process.stderr.write(`The packages are not installed: run npm ci first. (${error.message})\n`);
  process.exit(1);
});

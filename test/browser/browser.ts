import { spawn } from "node:child_process";
import { once } from "node:events";
import { onTestFinished } from "vitest";
import { newFolder } from "../support/fixtures/folders.ts";

/** `CHROMIUM=/path/to/it` sets another one. */
const COMMAND = process.env["CHROMIUM"] ?? "chromium";
/** Limits its network requests to the page. */
const ALONE = [
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--no-first-run",
  "--disable-quic",
];

/**
 * Opens a URL in a headless browser and ends it after the test.
 * @throws Error without a browser
 */
export async function openInBrowser(address: string): Promise<void> {
  await startBrowser(address);
}

/** @returns the address of the browser's Chrome DevTools Protocol, once it listens */
export async function startBrowser(address: string): Promise<string> {
  const profile = await newFolder();
  const flags = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    `--user-data-dir=${profile}`,
    "--remote-debugging-port=0",
    ...ALONE,
  ];
  const browser = spawn(COMMAND, [...flags, address], {
    stdio: ["ignore", "ignore", "pipe"],
    detached: true,
  });
  await once(browser, "spawn");
  onTestFinished(async () => {
    const ended = once(browser, "exit");
    process.kill(-(browser.pid ?? 0), "SIGKILL");
    await ended;
  });
  const commands = Promise.withResolvers<string>();
  let said = "";
  browser.stderr.setEncoding("utf8").on("data", (text: string) => {
    said = `${said}${text}`.slice(-10_000);
    const listening = /^DevTools listening on (\S+)$/m.exec(said)?.[1];
    if (listening !== undefined) commands.resolve(listening);
  });
  browser.once("exit", (status) => commands.reject(new Error(`The browser ended with ${status}.`)));
  return await commands.promise;
}

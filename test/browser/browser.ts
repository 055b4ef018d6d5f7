import { spawn } from "node:child_process";
import { once } from "node:events";
import { onTestFinished } from "vitest";
import { newFolder } from "../support/folders.ts";

/** Another one by `CHROMIUM=/path/to/it`. */
const COMMAND = process.env["CHROMIUM"] ?? "chromium";
/** It asks nothing of the network but the page. */
const ALONE = ["--disable-background-networking", "--disable-component-update", "--disable-sync", "--no-first-run", "--disable-quic"];

/** Opens an address in a browser without a window; ends it when the test is over. @throws Error when there is no browser */
export async function openInBrowser(address: string): Promise<void> {
  await startBrowser(address);
}

/** @returns where the browser takes commands (Chrome DevTools Protocol), as soon as it does */
export async function startBrowser(address: string): Promise<string> {
  const profile = await newFolder();
  const flags = ["--headless", "--no-sandbox", "--disable-gpu", `--user-data-dir=${profile}`, "--remote-debugging-port=0", ...ALONE];
  const browser = spawn(COMMAND, [...flags, address], { stdio: ["ignore", "ignore", "pipe"], detached: true });
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

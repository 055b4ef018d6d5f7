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
  const profile = await newFolder();
  const flags = ["--headless", "--no-sandbox", "--disable-gpu", `--user-data-dir=${profile}`, "--remote-debugging-port=0", ...ALONE];
  const browser = spawn(COMMAND, [...flags, address], { stdio: "ignore", detached: true });
  await once(browser, "spawn");
  onTestFinished(async () => {
    const ended = once(browser, "exit");
    process.kill(-(browser.pid ?? 0), "SIGKILL");
    await ended;
  });
}

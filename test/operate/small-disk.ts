import { execFileSync } from "node:child_process";
import { onTestFinished } from "vitest";
import { newFolder } from "../support/fixtures/folders.ts";

/**
 * An in-memory disk, unmounted after the test. Needs root on Linux.
 * @returns its mount point
 */
export async function smallDisk(mebibytes: number, mode: "rw" | "ro" = "rw"): Promise<string> {
  const folder = await newFolder();
  execFileSync("mount", ["-t", "tmpfs", "-o", `size=${mebibytes}m,${mode}`, "tmpfs", folder]);
  onTestFinished(() => void execFileSync("umount", ["--lazy", folder]));
  return folder;
}

import { expect } from "vitest";
import { runScript } from "../fixtures/scripts.ts";

/** A command's one-line message. */
export const ONE_LINE = /^[^\n]+\n$/;

/**
 * Starts a service that must refuse to start.
 * @returns its message, in one line
 */
export async function startRejection(...args: string[]): Promise<string> {
  const { status, stdout, stderr } = await runScript("start", args);
  expect({ status, stdout }).toEqual({ status: 1, stdout: "" });
  expect(stderr).toMatch(ONE_LINE);
  return stderr;
}

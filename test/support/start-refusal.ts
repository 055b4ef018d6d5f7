import { expect } from "vitest";
import { runScript } from "./scripts.ts";

/** What a command says of it. */
export const ONE_LINE = /^[^\n]+\n$/;

/** Starts a service that must refuse. @returns what it says, in one line */
export async function refusal(...args: string[]): Promise<string> {
  const { status, stdout, stderr } = await runScript("start", args);
  expect({ status, stdout }).toEqual({ status: 1, stdout: "" });
  expect(stderr).toMatch(ONE_LINE);
  return stderr;
}

import { expect } from "vitest";
import { serviceSecret } from "../../../scripts/lib/user-token.ts";
import type { Operation } from "../../../src/http/operation.ts";
import { operations } from "../../../src/http/operations.ts";
import { type CallResult, call } from "../http/call.ts";
import { testEnv } from "../setup/env.ts";
import { unlistModels } from "../fixtures/list-models.ts";
import { CASES } from "./cases.ts";
import type { ContractCase, ContractRequest } from "./contract-case.ts";
import type { Caller, World } from "./world.ts";

/** The operations that have a case. Another test reports the others once. */
export const coveredOperations = operations.filter(({ id }) => id in CASES);

export function caseOf({ id }: Operation): ContractCase {
  const found = CASES[id];
  if (found === undefined) throw new Error(`The operation ${id} has no contract case.`);
  return found;
}

/** The request that succeeds. It first removes the models that the previous request listed. */
export async function requestOf(
  operation: Operation,
  world: World,
  caller = callerOf(operation, world),
): Promise<ContractRequest> {
  unlistModels();
  return await caseOf(operation).request(world, caller);
}

function callerOf(operation: Operation, world: World): Caller {
  return caseOf(operation).caller?.(world) ?? world.owner;
}

/** The token of the operation's intended caller. */
export function tokenOf(operation: Operation, world: World): string | undefined {
  const { audience: who } = operation;
  if (who === "anyone") return undefined;
  return typeof who === "object"
    ? serviceSecret(testEnv.TEST_SECRETS, [who.service])
    : callerOf(operation, world).token;
}

export function urlOf({ path }: Operation, { params = {}, query = {} }: ContractRequest): string {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ""));
  const search = new URLSearchParams(query).toString();
  return search === "" ? filled : `${filled}?${search}`;
}

export async function send(
  operation: Operation,
  request: ContractRequest,
  token: string | undefined,
): Promise<CallResult<any>> {
  const body = request.body === undefined ? {} : { body: request.body };
  const { headers = {} } = request;
  return await call(operation.method, urlOf(operation, request), { token, headers, ...body });
}

/** Checks that the envelope has exactly its fields, and that `data` holds only field errors. */
/** Messages of the validation library, which no caller should see. */
const VALIDATOR_WORDS = /\b(?:expected|received|undefined|NaN|Invalid (?:input|option)|Too (?:big|small))\b/;

export function expectError(answer: CallResult<any>, status: number, code: string): void {
  expect({ status: answer.status, code: answer.body.code, message: answer.body.message }).toEqual({
    status,
    code,
    message: expect.stringMatching(/.{10}/),
  });
  expectEnvelope(answer);
  expect(answer.body.message).not.toMatch(VALIDATOR_WORDS);
  const names = Object.keys(answer.body.data as object);
  expect(names.filter((name) => name !== "issues")).toEqual([]);
}

export function expectEnvelope({ body, headers }: CallResult<any>): void {
  const operationId = headers.get("x-operation-id");
  expect(operationId).toMatch(/^op_[0-7][0-9a-z]{25}$/);
  expect(body).toEqual({
    code: expect.stringMatching(/^[a-z_]+$/),
    data: expect.anything(),
    details: {
      consumption: { units: expect.any(Number) },
      operation: { duration: expect.any(Number), operationId },
    },
    done: expect.any(Boolean),
    eventKey: expect.stringMatching(/^(event_[0-9a-z]{26})?$/),
    message: expect.any(String),
  });
}

/** Checks that the response contains none of the texts. */
export function expectNothingOf(planted: readonly string[], { body, headers }: CallResult<any>): void {
  const answer = JSON.stringify([body, [...headers]]);
  expect(planted.filter((text) => answer.includes(text))).toEqual([]);
}

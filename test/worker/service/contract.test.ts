import { beforeAll, expect, test, vi } from "vitest";
import * as z from "zod";
import { messageOf } from "../../../src/http/message-of.ts";
import { operations } from "../../../src/http/operations.ts";
import { bodyFaults } from "../../support/contract/body-faults.ts";
import { CASES } from "../../support/contract/cases.ts";
import {
  caseOf,
  coveredOperations,
  expectEnvelope,
  expectError,
  requestOf,
  send,
  tokenOf,
} from "../../support/contract/send.ts";
import { createWorld, type World } from "../../support/contract/world.ts";
import { call } from "../../support/http/call.ts";
import { syncBody, tokenFor } from "../../support/http/person.ts";
import { sampled } from "../../support/setup/scaled.ts";

const withParams = coveredOperations.filter(({ path }) => /I[Dd]\}/.test(path));
const withQuery = coveredOperations.filter((operation) => CASES[operation.id]?.wrongQuery !== undefined);
const withBody = coveredOperations.filter(({ body }) => body !== null);

let world: World;
beforeAll(async () => {
  vi.spyOn(console, "log").mockImplementation(() => undefined);
  world = await createWorld();
});

test("every operation has a contract case, and every case has its operation", () => {
  expect(Object.keys(CASES).toSorted()).toEqual(operations.map(({ id }) => id).toSorted());
});

test.each(coveredOperations.filter(({ envelope }) => envelope))(
  "$id succeeds for its intended caller within its D1 round trip budget",
  async (operation) => {
    const answer = await send(operation, await requestOf(operation, world), tokenOf(operation, world));
    const { code, message, data, done, eventKey } = answer.body;
    const expected =
      caseOf(operation).message ?? messageOf(operation.message, { data, changed: eventKey !== "", done });
    expect({ status: answer.status, code, message }).toEqual({ status: 200, code: "ok", message: expected });
    expect(message).toMatch(/^(?!Done\.)[A-Z0-9][^\n]*[.]$/);
    expectEnvelope(answer);
    expect(answer.trips).toBe(operation.contract.trips);
  },
);

test.each(withParams)("$id rejects malformed ids in its path", async (operation) => {
  const valid = await requestOf(operation, world);
  for (const name of Object.keys(valid.params ?? {}).filter((each) => /I[Dd]$/.test(each))) {
    const wrongs = ["nonsense", "req_01h455vb4pex5vsknk084sn02q", `${valid.params?.[name]}0`, "%00", "💥"];
    for (const wrong of sampled(wrongs, 2, operation.id + name)) {
      const answer = await send(
        operation,
        { ...valid, params: { ...valid.params, [name]: wrong } },
        tokenOf(operation, world),
      );
      expectError(answer, 400, "invalid_argument");
      expect(answer.body.data.issues[0].path).toBe(name);
    }
  }
});

test.each(withQuery)("$id names each query parameter that is missing or invalid", async (operation) => {
  const valid = await requestOf(operation, world);
  const { required = [], properties = {} } = z.toJSONSchema(operation.query, { io: "input" });
  const { wrongQuery = {} } = caseOf(operation);
  expect([...required, ...Object.keys(wrongQuery)].every((name) => name in properties)).toBe(true);
  const without = required.map(
    (name) =>
      [name, Object.fromEntries(Object.entries(valid.query!).filter(([each]) => each !== name))] as const,
  );
  const wrong = Object.entries(wrongQuery).flatMap(([name, values]) =>
    values.map((value) => [name, { ...valid.query, [name]: value }] as const),
  );
  for (const [name, query] of [...without, ...wrong]) {
    const answer = await send(operation, { ...valid, query }, tokenOf(operation, world));
    expect({ query, status: answer.status }).toEqual({ query, status: 400 });
    expectError(answer, 400, "invalid_argument");
    expect(answer.body.data.issues[0].path).toBe(name);
  }
});

test.each(withBody)("$id names each body field that is missing or invalid", async (operation) => {
  const valid = await requestOf(operation, world);
  const byField = Map.groupBy(bodyFaults(operation.body!, valid.body!), ({ path }) => path);
  const faults = [...byField].flatMap(([path, all]) => sampled(all, 2, operation.id + path));
  expect(faults.length).toBeGreaterThan(0);
  const unnamed: unknown[] = [];
  for (const { path, what, body } of faults) {
    const answer = await send(operation, { ...valid, body }, tokenOf(operation, world));
    const named = answer.body.data.issues?.map((issue: { path: string }) => issue.path) ?? [];
    const told = answer.status === 400 && answer.body.code === "invalid_argument" && named.includes(path);
    if (!told) unnamed.push({ path, what, status: answer.status, named });
  }
  expect(unnamed).toEqual([]);
});

test.each(withBody)("$id ignores an unknown field", async (operation) => {
  const valid = await requestOf(operation, world);
  const answer = await send(
    operation,
    { ...valid, body: { ...valid.body, unknownField: [1] } },
    tokenOf(operation, world),
  );
  expect(answer.status).toBe(200);
});

test("a first sign-in takes two round trips", async () => {
  const email = `first-${crypto.randomUUID()}@example.com`;
  const answer = await call("POST", "/v1/users/self/auth-sync", {
    token: await tokenFor(email),
    body: syncBody(email),
  });
  expect({ didSignUp: answer.body.data.didSignUp, trips: answer.trips }).toEqual({
    didSignUp: true,
    trips: 2,
  });
});

import { afterEach, beforeAll, expect, test, vi } from "vitest";
import type { Operation } from "../../../src/http/operation.ts";
import { coveredOperations, expectError, requestOf, send, tokenOf } from "../../support/contract/send.ts";
import { createWorld, type World } from "../../support/contract/world.ts";
import { interceptBatches } from "../../support/faults/intercept-batches.ts";
import { interceptObjects, objectReset } from "../../support/faults/intercept-objects.ts";
import type { CallResult } from "../../support/http/call.ts";

const LOST = "D1_ERROR: Internal error in D1 DB storage caused object to be reset.";
const OVERLOADED = "D1_ERROR: D1 DB is overloaded. Requests queued for too long.";

const operations = coveredOperations.filter(({ envelope }) => envelope);

function silence(): void {
  vi.spyOn(console, "log").mockImplementation(() => undefined);
}

let world: World;
beforeAll(async () => {
  silence();
  world = await createWorld();
});
afterEach(() => {
  vi.restoreAllMocks();
  silence();
});

async function ask(operation: Operation, breaks: () => void): Promise<CallResult<unknown>> {
  const request = await requestOf(operation, world);
  breaks();
  return await send(operation, request, tokenOf(operation, world));
}

function expectUnavailable(answer: CallResult<unknown>): void {
  expectError(answer, 503, "unavailable");
  expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
}

/** The first `count` calls of objects find them reset. */
function resetObjects(count: number): void {
  let left = count;
  interceptObjects(async (deliver) => {
    left -= 1;
    if (left >= 0) throw objectReset();
    return await deliver();
  });
}

test.each(operations)("$id answers as usual or with 503 if a trip to D1 is lost", async (operation) => {
  for (let lost = 1; lost <= operation.contract.trips; lost += 1) {
    const answer = await ask(operation, () => {
      interceptBatches(async (nth, deliver) => {
        if (nth === lost) throw new Error(LOST);
        return await deliver();
      });
    });
    expect([200, 503]).toContain(answer.status);
    if (answer.status === 503) expectUnavailable(answer);
    vi.restoreAllMocks();
    silence();
  }
});

test.each(operations.filter(({ method, contract }) => method === "GET" && contract.trips === 1))(
  "$id reads again if a trip to D1 is lost",
  async (operation) => {
    const answer = await ask(operation, () => {
      interceptBatches(async (nth, deliver) => {
        if (nth === 1) throw new Error(LOST);
        return await deliver();
      });
    });
    expect({ status: answer.status, trips: answer.trips }).toEqual({ status: 200, trips: 2 });
  },
);

test.each(operations.filter(({ contract }) => contract.trips > 0))(
  "$id answers with 503 if D1 is overloaded",
  async (operation) => {
    expectUnavailable(
      await ask(operation, () => {
        interceptBatches(async () => await Promise.reject(new Error(OVERLOADED)));
      }),
    );
  },
);

test.each(operations)("$id answers as usual if an object was reset twice", async (operation) => {
  const answer = await ask(operation, () => {
    resetObjects(2);
  });
  expect(answer.status).toBe(200);
});

test.each(operations)("$id answers as usual or with 503 if objects stay lost", async (operation) => {
  const answer = await ask(operation, () => {
    resetObjects(Infinity);
  });
  expect([200, 503]).toContain(answer.status);
  if (answer.status === 503) expectUnavailable(answer);
});

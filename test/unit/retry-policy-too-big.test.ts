import { expect, test } from "vitest";
import { ServiceError } from "../../src/domain/errors.ts";
import { isLastAttempt, isPermanent, RETRIES } from "../../src/domain/retry-policy.ts";
import { parkingReason } from "../../src/jobs/parking-reason.ts";

const D1 = new Error("D1_ERROR: string or blob too big: SQLITE_TOOBIG");
const OBJECT = new Error("string or blob too big: SQLITE_TOOBIG");

test.each([D1, OBJECT, new Error("Failed query", { cause: D1 })])(
  "the service does not retry a value that is too big for the store (%s)",
  (error) => {
    expect({
      isPermanent: isPermanent(error),
      isLastAttemptJob1: isLastAttempt(RETRIES.job, 1, error),
      isLastAttemptPipeline1: isLastAttempt(RETRIES.pipeline, 1, error),
    }).toEqual({ isPermanent: true, isLastAttemptJob1: true, isLastAttemptPipeline1: true });
    expect(parkingReason(error)).toBe(
      "A value is too large for the database. Every retry would fail in the same way.",
    );
  },
);

test.each([
  new Error("D1_ERROR: Network connection lost."),
  new ServiceError("unavailable", "The database is busy."),
  "SQLITE_TOOBIG",
])("the service retries other errors (%s)", (error) => expect(isPermanent(error)).toBe(false));

import { expect, test } from "vitest";
import { newId } from "../../src/domain/ids.ts";
import { periodOf, quotaError, quotaName, quotasOf } from "../../src/domain/quota.ts";
import { beginOf, dayOf } from "../../src/domain/usage.ts";

test("an exception for an organization replaces all default quotas", () => {
  const [named, other] = [newId("org"), newId("org")];
  const settings = {
    each: { day: { questions: 1 }, month: { bytes: 2 } },
    organizations: { [named]: { day: { questions: 9 } } },
  };
  expect(quotasOf(settings, named)).toEqual({ day: { questions: 9 } });
  expect(quotasOf(settings, other)).toEqual(settings.each);
});

test.each([
  ["day", "2026-12-31T23:59:59.999Z", "2026-12-31", "2027-01-01"],
  ["day", "2026-11-22T00:00:00Z", "2026-11-22", "2026-11-23"],
  ["month", "2026-12-31T23:59:59.999Z", "2026-12-01", "2027-01-01"],
  ["month", "2028-02-29T12:00:00Z", "2028-02-01", "2028-03-01"],
] as const)("the quota period %s of %s lasts from %s to %s", (period, now, from, to) => {
  expect(periodOf(period, new Date(now))).toEqual({ from: dayOf(new Date(from)), to: dayOf(new Date(to)) });
  expect(beginOf(dayOf(new Date(from)))).toEqual(new Date(from));
});

test("the error of an exceeded quota contains its number, its end and the seconds until then", () => {
  const now = new Date("2026-11-30T23:59:30.500Z");
  const error = quotaError(quotaName("month", "units"), { month: { units: 20_000 } }, now);
  expect(error).toMatchObject({ code: "resource_exhausted", retryAfterSeconds: 30 });
  expect(error?.message).toMatch(/quota of 20,000 tokens a month .* 2026-12-01T00:00:00\.000Z/);
  expect({
    quotaErrorFreshNow: quotaError("fresh", {}, now),
    quotaErrorNow: quotaError(null, {}, now),
  }).toEqual({
    quotaErrorFreshNow: null,
    quotaErrorNow: null,
  });
});

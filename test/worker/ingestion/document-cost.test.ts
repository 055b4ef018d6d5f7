import { afterEach, expect, test, vi } from "vitest";
import { finishProcessing, notify, upload } from "../../support/http/assets.ts";
import { interceptBatches } from "../../support/faults/intercept-batches.ts";
import { testEnv } from "../../support/setup/env.ts";
import { signUp } from "../../support/http/person.ts";

afterEach(() => {
  vi.restoreAllMocks();
});

const R2_METHODS = ["head", "get", "put", "delete", "list"] as const;

/** Records the R2 calls of an organization from now on. */
function watchBucket(organizationId: string): string[] {
  const calls: string[] = [];
  const prototype = Object.getPrototypeOf(testEnv.BUCKET) as Record<
    string,
    (this: R2Bucket, ...args: unknown[]) => unknown
  >;
  for (const name of R2_METHODS) {
    const original = prototype[name] as (this: R2Bucket, ...args: unknown[]) => unknown;
    vi.spyOn(prototype, name).mockImplementation(function (this: R2Bucket, ...args: unknown[]) {
      if (String(args[0]).includes(organizationId))
        calls.push(`${name} ${String(args[0]).split("/").slice(-2).join("/")}`);
      return original.apply(this, args);
    });
  }
  return calls;
}

/** Returns the cost of a small document from registration to `ready`. */
async function costOfOne(): Promise<{ calls: (string | undefined)[]; trips: number }> {
  const ada = await signUp();
  const calls = watchBucket(ada.organizationId);
  const about = [ada.email, ada.userId, ada.organizationId];
  let trips = 0;
  interceptBatches((_, send) => {
    trips += 1;
    return send();
  }, about);
  const assetId = await upload(ada, ada.personalId, "The loom weaves flowers and leaves. ".repeat(28));
  about.push(assetId);
  await notify(ada, assetId);
  await finishProcessing(assetId);
  vi.restoreAllMocks();
  return { calls: calls.map((call) => call.split(" ")[0]), trips };
}

test("a small document takes six queries to D1 and five calls to R2", async () => {
  // A repeated start notification costs one more query, so the cost is the minimum of three runs.
  const costs = [await costOfOne(), await costOfOne(), await costOfOne()];
  expect(costs).toContainEqual({ calls: ["put", "get", "put", "put", "put"], trips: 6 });
});

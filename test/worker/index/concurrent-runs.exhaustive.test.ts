import fc from "fast-check";
import { runInDurableObject } from "cloudflare:test";
import { describe, expect, test } from "vitest";
import { openIndex, storeParagraphs } from "../../support/rows/open-index.ts";
import {
  finishCleaning,
  foundRun,
  leftoverRows,
  LONG,
  long,
  longText,
} from "../../support/rows/long-texts.ts";
import { scaled } from "../../support/setup/scaled.ts";

describe("concurrent runs", () => {
  const change = fc.record({
    kind: fc.constantFrom("long" as const, "long" as const, "short" as const, "remove" as const),
    run: fc.integer({ min: 1, max: 4 }),
    dies: fc.boolean(),
  });

  test("concurrent runs, in any order of their slices, leave only the latest run, and searches never mix runs", async () => {
    const trial = async (
      changes: readonly { kind: "long" | "short" | "remove"; run: number; dies: boolean }[],
      order: readonly number[],
    ) => {
      const stub = openIndex();
      const inputs = await Promise.all(
        changes.map(async ({ kind, run }) =>
          kind === "long"
            ? await long(stub, run)
            : await storeParagraphs(stub, longText(run, 1), { run, version: `s${run}` }),
        ),
      );
      await runInDurableObject(stub, async (instance) => {
        let step = 0;
        let latest = -1;
        let deaths = changes.filter(({ dies }) => dies).length;
        instance.yieldToEventLoop = async () => {
          const found = await foundRun(instance);
          if (found !== -1) expect(found).toBeGreaterThanOrEqual(latest);
          latest = Math.max(latest, found);
          const turns = order[step++ % order.length] ?? 0;
          if (turns === 0 && deaths-- > 0) throw new Error("the process died here");
          for (let turn = 0; turn < turns; turn += 1) await scheduler.wait(0);
        };
        const doChange = async (at: number): Promise<unknown> => {
          const [{ kind, run }, input] = [changes[at]!, inputs[at]!];
          return kind === "remove"
            ? await instance.removeAsset({ assetId: "asset_a", run })
            : await instance.replaceAsset(input);
        };
        await Promise.allSettled(changes.map(async (_, at) => await doChange(at)));
        deaths = 0;
        // A caller repeats its run after another call aborted the run, as the pipeline does.
        for (const at of changes.keys()) await doChange(at).catch(() => undefined);
        const last = Math.max(...changes.map(({ run }) => run));
        const isRemoved = changes.some(({ kind, run }) => kind === "remove" && run === last);
        expect(await foundRun(instance)).toBe(isRemoved ? -1 : last);
      });
      await finishCleaning(stub);
      const [chunks, ...rest] = await leftoverRows(stub);
      expect([rest, [0, 1, LONG].includes(chunks ?? -1)]).toEqual([[0, 0, 0], true]);
    };
    const orders = fc.array(fc.integer({ min: 0, max: 4 }), { minLength: 1, maxLength: 12 });
    await fc.assert(fc.asyncProperty(fc.array(change, { minLength: 2, maxLength: 5 }), orders, trial), {
      numRuns: scaled({ whole: 200, share: 3 }),
    });
  });
});

import { evictDurableObject, runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { ReplaceAssetInput } from "../../../src/knowledge-index/api.ts";
import {
  finishEncoding,
  foundTexts,
  openIndex,
  searchIndex,
  storeParagraphs,
} from "../../support/rows/open-index.ts";
import {
  finishCleaning,
  foundRun,
  leftoverRows,
  LONG,
  long,
  longText,
  type Stub,
} from "../../support/rows/long-texts.ts";
import { disableEncoder } from "../../support/faults/disable-encoder.ts";

beforeEach(() => {
  vi.spyOn(console, "log").mockImplementation(() => undefined);
  vi.spyOn(console, "warn").mockImplementation(() => undefined);
  disableEncoder();
});

afterEach(() => {
  vi.restoreAllMocks();
});

const SLICE_CHUNKS = 32;
const SLICE_CHARACTERS = 16_000;
const TWO_SLICES = SLICE_CHUNKS + 2;

describe("slices", () => {
  test("slices bound the rows of each transaction when a long text is indexed, replaced, renamed, removed or cleared", async () => {
    const stub = openIndex();
    const filler = "and the kettle stood upon the hearth ".repeat(30);
    const inputs: ReplaceAssetInput[] = [];
    for (const run of [1, 2]) {
      inputs.push(
        await storeParagraphs(
          stub,
          longText(run, 100).map((text) => `${text} ${filler}`),
          { run },
        ),
      );
    }
    await runInDurableObject(stub, async (instance, { storage: { sql } }) => {
      const tables = "SELECT name FROM sqlite_master WHERE name = 'chunk' OR name GLOB 'dropped*_chunk'";
      const size = (): { rows: number; characters: number } => {
        const names = sql.exec<{ name: string }>(tables).toArray();
        const all = names.map(({ name }) =>
          sql
            .exec<{ n: number; c: number }>(`SELECT count(*) AS n, total(length(text)) AS c FROM ${name}`)
            .one(),
        );
        return {
          rows: all.reduce((sum, { n }) => sum + n, 0),
          characters: all.reduce((sum, { c }) => sum + c, 0),
        };
      };
      let before = size();
      let slices = 0;
      instance.yieldToEventLoop = async () => {
        const now = size();
        expect(now.rows - before.rows).toBeLessThanOrEqual(SLICE_CHUNKS);
        expect(now.characters - before.characters).toBeLessThanOrEqual(SLICE_CHARACTERS);
        before = now;
        slices += 1;
        await scheduler.wait(0);
      };
      const [first, second] = inputs;
      expect(await instance.replaceAsset(first!)).toEqual({ outcome: "replaced", chunks: 100 });
      expect(slices).toBeGreaterThan(5);
      expect(await instance.replaceAsset(second!)).toEqual({ outcome: "replaced", chunks: 100 });
      await instance.setAssetCollections({
        assetId: "asset_a",
        collectionIds: ["col_1"],
        displayName: "Kettles",
      });
      await instance.alarm();
      expect(size().rows).toBe(100);
      await instance.removeAsset({ assetId: "asset_a", run: 2 });
      await instance.alarm();
      expect(size().rows).toBe(0);
      await instance.clear();
      await instance.replaceAsset(first!);
      await instance.clear();
      slices = 0;
      await instance.alarm();
      expect(slices).toBeGreaterThan(5);
      expect(size().rows).toBe(0);
    });
    await finishCleaning(stub);
    expect(await leftoverRows(stub)).toEqual([0, 0, 0, 0]);
  });

  test("a search never sees a mix of slices of the old run and the new run", async () => {
    const stub = openIndex();
    const [first, second] = [await long(stub, 1), await long(stub, 2)];
    await runInDurableObject(stub, async (instance) => {
      const seen: number[] = [];
      instance.yieldToEventLoop = async () => {
        seen.push(await foundRun(instance));
        await scheduler.wait(0);
      };
      await instance.replaceAsset(first);
      await instance.replaceAsset(second);
      await instance.alarm();
      expect([...new Set(seen)]).toEqual([-1, 1, 2]);
      expect(seen).toEqual(seen.toSorted((a, b) => a - b));
    });
    await finishCleaning(stub);
    expect(await leftoverRows(stub)).toEqual([LONG, 0, 0, 0]);
  });

  test("slices give the same scores as an index without earlier runs", async () => {
    vi.restoreAllMocks();
    const [often, once] = [openIndex(), openIndex()];
    for (const run of [1, 2, 3]) await often.replaceAsset(await long(often, run, TWO_SLICES));
    await finishCleaning(often);
    await once.replaceAsset(await long(once, 3, TWO_SLICES));
    await Promise.all([often, once].map(finishEncoding));
    const ranked = async (stub: Stub) => {
      const { passages, coverage } = await searchIndex(stub, "tea entry 17", { limit: 100 });
      return { coverage, passages: passages.map(({ text, score, matched }) => ({ text, score, matched })) };
    };
    expect(await ranked(often)).toEqual(await ranked(once));
  });

  test("slices apply a new name to every passage, and keep a name that changes during a run", async () => {
    const stub = openIndex();
    const first = await long(stub, 1);
    await runInDurableObject(stub, async (instance) => {
      let slices = 0;
      instance.yieldToEventLoop = async () => {
        slices += 1;
        if (slices === 3)
          await instance.setAssetCollections({
            assetId: "asset_a",
            collectionIds: ["col_2"],
            displayName: "Samovar",
          });
        await scheduler.wait(0);
      };
      await instance.replaceAsset(first);
    });
    await finishCleaning(stub);
    expect(await foundTexts(stub, "tea")).toEqual([]);
    expect(await foundTexts(stub, "samovar", { collectionIds: ["col_2"], limit: 100 })).toHaveLength(LONG);
  });
});

describe("an interruption between two slices", () => {
  test("an interruption between two slices keeps the old run searchable until the next call completes the new run", async () => {
    const slicesOf = async (crashAt: number): Promise<number> => {
      const stub = openIndex();
      const [first, second] = [await long(stub, 1), await long(stub, 2)];
      await stub.replaceAsset(first);
      let slices = 0;
      await runInDurableObject(stub, async (instance) => {
        instance.yieldToEventLoop = async () => {
          slices += 1;
          if (slices === crashAt) throw new Error("the process died here");
          await scheduler.wait(0);
        };
        await instance.replaceAsset(second).catch(() => undefined);
      });
      await evictDurableObject(stub);
      await runInDurableObject(stub, async (instance) =>
        expect(await foundRun(instance)).toBe(slices < crashAt ? 2 : 1),
      );
      expect(await stub.replaceAsset(second)).toEqual({ outcome: "replaced", chunks: LONG });
      await finishCleaning(stub);
      await runInDurableObject(stub, async (instance) => expect(await foundRun(instance)).toBe(2));
      expect(await leftoverRows(stub)).toEqual([LONG, 0, 0, 0]);
      return slices;
    };
    const all = await slicesOf(Number.MAX_SAFE_INTEGER);
    expect(all).toBeGreaterThan(6);
    for (let crashAt = 1; crashAt <= all; crashAt += 1) await slicesOf(crashAt);
  });

  test("an interruption without a further call leads to the deletion of the staged rows", async () => {
    const stub = openIndex();
    const [first, second] = [await long(stub, 1), await long(stub, 2)];
    await stub.replaceAsset(first);
    await runInDurableObject(stub, async (instance, { storage: { sql } }) => {
      let slices = 0;
      instance.yieldToEventLoop = async () => {
        slices += 1;
        if (slices === 4) throw new Error("the process died here");
        await scheduler.wait(0);
      };
      await instance.replaceAsset(second).catch(() => undefined);
      sql.exec("UPDATE inactive_slot SET touched_at = 1");
    });
    expect((await leftoverRows(stub))[0]).toBeGreaterThan(LONG);
    await evictDurableObject(stub);
    expect(await runDurableObjectAlarm(stub)).toBe(true);
    expect(await leftoverRows(stub)).toEqual([LONG, 0, 0, 0]);
    await runInDurableObject(stub, async (instance) => expect(await foundRun(instance)).toBe(1));
  });

  test("an interruption by a text that does not match its map leaves no rows", async () => {
    const stub = openIndex();
    await stub.replaceAsset(await long(stub, 1));
    const short = await storeParagraphs(stub, longText(3, 3), { run: 3 });
    const second = await long(stub, 2);
    const refused = await stub
      .replaceAsset({ ...second, textKey: short.textKey })
      .catch((error: unknown) => error);
    expect(refused).toMatchObject({ code: "failed_precondition" });
    await finishCleaning(stub);
    expect(await leftoverRows(stub)).toEqual([LONG, 0, 0, 0]);
  });

  test("an interruption by `clear` ends the run, and its rows stay deleted", async () => {
    const stub = openIndex();
    const first = await long(stub, 1);
    await runInDurableObject(stub, async (instance) => {
      let slices = 0;
      instance.yieldToEventLoop = async () => {
        slices += 1;
        if (slices === 3) await instance.clear();
        await scheduler.wait(0);
      };
      expect(await instance.replaceAsset(first).catch((error: unknown) => error)).toMatchObject({
        code: "aborted",
      });
    });
    await finishCleaning(stub);
    expect(await leftoverRows(stub)).toEqual([0, 0, 0, 0]);
    expect(await stub.replaceAsset(first)).toEqual({ outcome: "replaced", chunks: LONG });
  });
});

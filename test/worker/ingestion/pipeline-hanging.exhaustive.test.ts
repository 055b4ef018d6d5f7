import { afterEach, expect, test, vi } from "vitest";
import { ExtractionError } from "../../../src/domain/extraction-error.ts";
import { runStages, StaleRun } from "../../../src/ingestion/run-stages.ts";
import { newJob, type ProcessingJob } from "../../../src/ingestion/processing-job.ts";
import { upload } from "../../support/http/assets.ts";
import { makeZip } from "../../support/fixtures/documents/make-docx.ts";
import { call } from "../../support/http/call.ts";
import { CrashAtCall } from "../../support/faults/crash-at-call.ts";
import { setFields } from "../../support/rows/pages.ts";
import { signUp } from "../../support/http/person.ts";
import { announceToNobody, pipelineStores } from "../../support/faults/pipeline-stores.ts";
import { sampledNumbers, scaled } from "../../support/setup/scaled.ts";

afterEach(() => {
  vi.restoreAllMocks();
});

const LONG_MS = 10_000;
/** Sampling interval: in a sampled run about one call in this many hangs. */
const EVERY = scaled({ whole: 1, share: 6 });

/** Holds the timers of deadlines until the test calls `pass`. */
function holdDeadlines(): { readonly pass: () => void } {
  const { setTimeout: start, clearTimeout: clear } = globalThis;
  const held = new Map<unknown, () => void>();
  const hold = (work: () => void, ms = 0): unknown => {
    if (ms < LONG_MS) return start(work, ms);
    const timer = start(() => {}, 0);
    held.set(timer, work);
    return timer;
  };
  const release = (timer: never): void => void (held.delete(timer) || clear(timer));
  vi.spyOn(globalThis, "setTimeout").mockImplementation(hold as typeof setTimeout);
  vi.spyOn(globalThis, "clearTimeout").mockImplementation(release as typeof clearTimeout);
  return {
    pass: () => {
      for (const work of held.values()) work();
    },
  };
}

const PAGE = "The weir at Marrow was rebuilt in stone.";
const MAX_CALLS = 60;
/** Too long to keep in memory. */
const BOOK = "The loom in shed nine weaves ferns and thistles of linen.\n\n".repeat(1_500);

interface Way {
  readonly content: string | Uint8Array;
  readonly name: string;
  readonly contentType: string;
  /** Prepares the asset before processing. */
  readonly prepare: (assetId: string) => Promise<void>;
  /** Minimum number of calls that the processing makes. */
  readonly calls: number;
}

const file = { prepare: announceToNobody, calls: 6 };
const WAYS: Readonly<Record<string, Way>> = {
  "a short text": { ...file, content: PAGE, name: "weir.txt", contentType: "text/plain" },
  "a short page of HTML": { ...file, content: `<p>${PAGE}</p>`, name: "weir.html", contentType: "text/html" },
  "a text that is read step by step": {
    ...file,
    content: BOOK,
    name: "looms.txt",
    contentType: "text/plain",
    calls: 10,
  },
  "an archive": {
    ...file,
    content: makeZip({ "a.txt": PAGE, "b.txt": BOOK }),
    name: "weirs.zip",
    contentType: "application/zip",
    calls: 10,
  },
  "a page that is fetched": {
    content: "",
    name: "weir.txt",
    contentType: "text/plain",
    prepare: async (assetId) =>
      await setFields(assetId, {
        source_url: "https://example.com/weir",
        object_key: `pages/${assetId}`,
        process_in_background: 1,
      }),
    calls: 8,
  },
};

test.each(Object.entries(WAYS))(
  "if any call for %s hangs, its stage ends at its deadline with an error that names it, and the next attempt continues",
  async (what, way) => {
    const ada = await signUp();
    const deadlines = holdDeadlines();
    let last = 0;
    // At an even number the call does its work and hangs afterward, so the next attempt repeats the work.
    for (const at of sampledNumbers(MAX_CALLS, EVERY, what)) {
      const assetId = await upload(ada, ada.personalId, way.content, {
        name: way.name,
        contentType: way.contentType,
      });
      await way.prepare(assetId);
      let kept: ProcessingJob = newJob(assetId);
      const keep = (job: ProcessingJob): void => void (kept = structuredClone(job));
      const hanging = new CrashAtCall(at, { hangs: deadlines.pass });
      const first = structuredClone(kept);
      const ended = await runStages(pipelineStores(hanging, first, keep, PAGE), first, null).catch(
        (error: unknown) => error,
      );
      if (!hanging.isReached) break;
      last = at;
      expect([what, at, ended]).toEqual([what, at, expect.any(ExtractionError)]);
      expect([at, String((ended as Error).message)]).toEqual([
        at,
        expect.stringMatching(/^[A-Z][a-z ]+ took longer than \d+ seconds\.$/),
      ]);
      expect([at, (ended as ExtractionError).permanent]).toEqual([at, false]);
      const again = structuredClone(kept);
      await runStages(pipelineStores(new CrashAtCall(0), again, keep, PAGE), again, null).catch(
        (error: unknown) => {
          // The asset was ready already, but the attempt did not know.
          if (!(error instanceof StaleRun)) throw error;
        },
      );
      expect([
        at,
        (await call("GET", `/v1/assets/${assetId}`, { token: ada.token })).body.data.lifecycleState,
      ]).toEqual([at, "ready"]);
    }
    expect(last).toBeGreaterThan(2 * way.calls - 2 * EVERY);
    expect(last).toBeLessThan(MAX_CALLS - EVERY);
  },
);

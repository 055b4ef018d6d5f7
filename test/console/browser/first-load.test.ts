/** The files and the work of a first visit. */
import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { type Console, startConsole } from "./console.ts";

let it: Console;
beforeAll(async () => {
  it = await startConsole();
});

/** Requests of a first visit: the page, its script and stylesheet, the chunks of Home, and six reads. */
const MAX_REQUESTS = 30;
/** Reads of the API before Home is complete. */
const MAX_READS = 8;

interface Painted {
  /** Milliseconds after the navigation began. */
  readonly at: number;
  readonly element: string;
}

/** The largest paint so far; the browser reports it after the paint. */
async function largestPaint(page: Page): Promise<Painted> {
  return await page.evaluate(
    async () =>
      await new Promise<Painted>((resolve) => {
        new PerformanceObserver((list) => {
          const last = list.getEntries().at(-1) as
            | (PerformanceEntry & { element: Element | null })
            | undefined;
          if (last !== undefined) resolve({ at: last.startTime, element: last.element?.tagName ?? "" });
        }).observe({ type: "largest-contentful-paint", buffered: true });
      }),
  );
}

test("a first visit of Home loads its own code alone, and reads each list once", async () => {
  const page = await it.open(await it.person("ada-first"));
  const paths: string[] = [];
  page.on("request", (request) => paths.push(new URL(request.url()).pathname));
  await page.reload();
  await page.getByRole("button", { name: "Add samples" }).waitFor();
  await expect.poll(() => paths.filter((path) => path.startsWith("/v1/navigate/")).length).toBe(2);
  const painted = await largestPaint(page);
  console.log(`Largest contentful paint of Home: ${painted.at.toFixed(0)} ms, ${paths.length} requests`);
  expect(painted.element).not.toBe("");
  expect(paths.length).toBeLessThanOrEqual(MAX_REQUESTS);
  const reads = paths.filter((path) => !path.startsWith("/assets/") && path !== "/");
  expect(reads.length).toBeLessThanOrEqual(MAX_READS);
  expect(new Set(reads).size).toBe(reads.length);
  expect(paths.filter((path) => /pdf|reader|thread-rows|upload-tray/.test(path))).toEqual([]);
});

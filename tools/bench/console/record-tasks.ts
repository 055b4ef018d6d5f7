import type { Browser, Page } from "playwright-core";
import * as z from "zod";

/** A task of the page's main thread, in milliseconds. */
export interface PageTask {
  readonly wallMs: number;
  /** CPU time of the thread: other work on the machine does not count. */
  readonly cpuMs: number;
  /** The longest parts of the task by their names in the trace. */
  readonly parts: readonly string[];
}

export interface PageTasks {
  readonly count: number;
  /** Tasks with more than 50 ms of CPU time. */
  readonly longCount: number;
  /** The task with most CPU time. */
  readonly longest: PageTask;
}

const CATEGORIES = ["devtools.timeline", "disabled-by-default-devtools.timeline", "toplevel"];
const TASK = "RunTask";
/** https://www.w3.org/TR/longtasks-1/ */
const LONG_TASK_MS = 50;
const SHOWN_PARTS = 6;

const traced = z.object({
  name: z.string(),
  ph: z.string(),
  ts: z.number().optional(),
  dur: z.number().optional(),
  tdur: z.number().optional(),
  pid: z.number(),
  tid: z.number(),
  args: z.looseObject({ name: z.string().optional(), data: z.unknown().optional() }).optional(),
});
type Traced = z.output<typeof traced>;

/** Records the tasks of a page's main thread while `act` runs. The browser has no other page. */
export async function recordTasks(
  browser: Browser,
  page: Page,
  act: () => Promise<void>,
): Promise<PageTasks> {
  await browser.startTracing(page, { categories: CATEGORIES });
  await act();
  const bytes: Uint8Array = await browser.stopTracing();
  const trace: unknown = JSON.parse(new TextDecoder().decode(bytes));
  const { traceEvents } = z.object({ traceEvents: z.array(traced) }).parse(trace);
  const main = mainThread(traceEvents);
  const own = traceEvents.filter(({ pid, tid }) => pid === main?.pid && tid === main.tid);
  const tasks = own.filter(({ name, ph }) => name === TASK && ph === "X");
  const longest = tasks.toSorted((one, other) => (other.tdur ?? 0) - (one.tdur ?? 0))[0];
  return {
    count: tasks.length,
    longCount: tasks.filter(({ tdur = 0 }) => tdur > LONG_TASK_MS * 1_000).length,
    longest: {
      wallMs: (longest?.dur ?? 0) / 1_000,
      cpuMs: (longest?.tdur ?? 0) / 1_000,
      parts: longest === undefined ? [] : partsOf(longest, own),
    },
  };
}

/** The busiest main thread of a renderer: that of the page. */
function mainThread(events: readonly Traced[]): Traced | undefined {
  const isMain = ({ name, args }: Traced): boolean =>
    name === "thread_name" && args?.name === "CrRendererMain";
  const work = ({ pid, tid }: Traced): number =>
    events.filter((event) => event.pid === pid && event.tid === tid && event.name === TASK).length;
  return events.filter(isMain).toSorted((one, other) => work(other) - work(one))[0];
}

function partsOf(task: Traced, events: readonly Traced[]): string[] {
  const [begin, end] = [task.ts ?? 0, (task.ts ?? 0) + (task.dur ?? 0)];
  return events
    .filter((each) => each !== task && each.ph === "X" && (each.ts ?? 0) >= begin && (each.ts ?? 0) < end)
    .toSorted((one, other) => (other.dur ?? 0) - (one.dur ?? 0))
    .slice(0, SHOWN_PARTS)
    .map(({ name, dur, args }) => {
      const data = z.looseObject({ functionName: z.string().optional() }).safeParse(args?.["data"]);
      const called = data.success ? data.data.functionName : undefined;
      return `${name}${called === undefined || called === "" ? "" : ` ${called}`} ${((dur ?? 0) / 1_000).toFixed(1)}`;
    });
}

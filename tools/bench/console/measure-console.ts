import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Browser, chromium, type Locator, type Page } from "playwright-core";
import { Failure } from "../../../scripts/lib/failure.ts";
import { findChromium } from "../../../scripts/lib/find-chromium.ts";
import { OneTimeLinks } from "../../../scripts/lib/one-time-links.ts";
import { startChatServer } from "../../../test/support/fixtures/chat-server.ts";
import { fillCollection } from "../../../test/support/rows/fill-collection.ts";
import { fillThread } from "../../../test/support/rows/fill-thread.ts";
import { readNumberOptions } from "../lib/read-numbers.ts";
import { startService } from "../lib/service.ts";
import { showTable } from "../lib/statistics.ts";
import { EMAIL, type Lists, makeLists, writeFacts } from "./make-lists.ts";
import { type PageTasks, recordTasks } from "./record-tasks.ts";

const DEFAULTS = { messages: [5_000], documents: [10_000], nodes: [950] };
const HEAD = [
  "part",
  "result",
  "aim",
  "tasks",
  "over 50 ms of CPU",
  "longest (CPU ms)",
  "wall ms",
  "its longest parts (wall ms)",
];
const VIEW = { width: 1280, height: 900 };
const SCROLL_FRAMES = 240;
/** One and a half frames. */
const LATE_MS = 25;
const TYPED = "What else does the log of the harbour master say about the year 1871 and the boats? ".repeat(
  3,
);

interface Bench {
  readonly browser: Browser;
  readonly page: Page;
  readonly origin: string;
  readonly lists: Lists;
  readonly sizes: Readonly<Record<keyof typeof DEFAULTS, number>>;
}

interface Part {
  readonly name: string;
  readonly aim: string;
  /** @returns the result in words */
  readonly run: (bench: Bench) => Promise<string>;
}

/** Measures the console in Chromium: the first paint, a long thread, a large collection and a large tree. */
export async function measureConsole(args: readonly string[]): Promise<void> {
  const options = readNumberOptions(args, DEFAULTS, "npm run bench -- console");
  const sizes = {
    messages: options.messages[0] ?? 0,
    documents: options.documents[0] ?? 0,
    nodes: options.nodes[0] ?? 0,
  };
  const executablePath = findChromium();
  if (executablePath === null) throw new Failure("There is no Chromium. Set CHROMIUM=/path/to/it.");
  const stateFolder = await mkdtemp(join(tmpdir(), "knowledge-bench-"));
  const models = await startChatServer({ facts: writeFacts });
  const model = {
    id: "facts",
    provider: "openai",
    url: models.urlOf("facts"),
    model: "m",
    contextWindow: 8_192,
  };
  const vars = { MODELS: JSON.stringify([model]) };
  const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
  let server = await startService(stateFolder, vars);
  try {
    const lists = await makeLists(server.origin, stateFolder, sizes.nodes);
    await server.stop();
    fillThread(stateFolder, lists.threadId, sizes.messages);
    fillCollection(stateFolder, lists.pileId, sizes.documents);
    server = await startService(stateFolder, vars);
    const page = await browser.newPage({ viewport: VIEW, locale: "en-US" });
    await page.goto(new OneTimeLinks(stateFolder).create(server.origin, { email: EMAIL }));
    await page.locator("nav.side").waitFor();
    const bench = { browser, page, origin: server.origin, lists, sizes };
    const rows = [HEAD];
    for (const part of PARTS) rows.push(await measure(part, bench));
    process.stdout.write(`${showTable(rows)}`);
  } finally {
    await server.stop();
    models.close();
    await browser.close();
    await rm(stateFolder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  }
}

async function measure({ name, aim, run }: Part, bench: Bench): Promise<string[]> {
  let result = "";
  const tasks: PageTasks = await recordTasks(bench.browser, bench.page, async () => {
    result = await run(bench);
  });
  const { cpuMs, wallMs, parts } = tasks.longest;
  const { count, longCount } = tasks;
  return [
    name,
    result,
    aim,
    String(count),
    String(longCount),
    cpuMs.toFixed(1),
    wallMs.toFixed(1),
    parts.join(", "),
  ];
}

const PARTS: readonly Part[] = [
  { name: "Home is painted", aim: "LCP < 1,000 ms", run: paintHome },
  { name: "a thread opens", aim: "< 1,000 ms, no task > 50 ms", run: openThread },
  { name: "older pages, end to end", aim: "no task > 50 ms", run: readAll },
  { name: "the thread scrolls", aim: "no task > 50 ms", run: scrollThread },
  { name: "typing during a stream", aim: "no task > 50 ms", run: typeDuringStream },
  { name: "the grid scrolls", aim: "60 frames a second", run: scrollGrid },
  { name: "the tree scrolls", aim: "60 frames a second", run: scrollTree },
];

async function paintHome({ page, origin }: Bench): Promise<string> {
  await page.goto(`${origin}/`);
  await page.getByRole("heading", { name: "Recent documents" }).waitFor();
  const ms = await page.evaluate<number>(LARGEST_PAINT);
  return `${ms.toFixed(0)} ms`;
}

/** Runs in the page. */
const LARGEST_PAINT = `new Promise((resolve) =>
  new PerformanceObserver((list) => resolve(list.getEntries().at(-1).startTime)).observe({
    type: "largest-contentful-paint",
    buffered: true,
  }))`;

const list = (page: Page): Locator => page.getByRole("region", { name: "Messages" });

async function openThread({ page, origin, lists }: Bench): Promise<string> {
  await page.goto(`${origin}/t/${lists.threadId}`);
  await page.locator("article.answers").last().waitFor();
  return `${(await page.evaluate<number>("performance.now()")).toFixed(0)} ms`;
}

async function readAll({ page, sizes }: Bench): Promise<string> {
  await list(page).focus();
  const older = page.getByRole("button", { name: /earlier messages|Loading/i });
  do await page.keyboard.press("Home");
  while ((await older.count()) > 0);
  await page.locator(`article[aria-posinset="1"][aria-setsize="${sizes.messages}"]`).waitFor();
  return `${sizes.messages} messages`;
}

async function scrollThread({ page }: Bench): Promise<string> {
  return await scroll(page, ".thread-scroll");
}

async function typeDuringStream({ page }: Bench): Promise<string> {
  const composer = page.getByRole("textbox", { name: "Your question" });
  await composer.fill("Write lines about the harbour of Brackwater");
  await composer.press("Enter");
  const answer = page.locator("article.answers").last();
  await answer.getByText("Line 1", { exact: true }).waitFor();
  await composer.pressSequentially(TYPED, { delay: 20 });
  const lines = await answer.locator("li").count();
  await composer.fill("");
  // The finished answer takes the place of the draft in one task.
  await answer.locator(".answer-actions").waitFor();
  return `${TYPED.length} keys, ${lines} lines`;
}

async function scrollGrid({ page, origin, lists, sizes }: Bench): Promise<string> {
  await page.goto(`${origin}/c/${lists.pileId}`);
  await page
    .locator(`[role="grid"][aria-rowcount="${sizes.documents + 1}"] [role="row"]`)
    .nth(5)
    .waitFor();
  return await scroll(page, ".documents-scroller");
}

async function scrollTree({ page }: Bench): Promise<string> {
  return await scroll(page, "nav.side .tree-scroller");
}

/** Runs in the page: scrolls through everything and back, one step a frame. */
const SCROLL = `async (element) => {
  const frames = ${SCROLL_FRAMES};
  const end = element.scrollHeight - element.clientHeight;
  const times = [];
  for (let frame = 0; frame <= frames; frame += 1) {
    element.scrollTop = end * (1 - Math.abs(1 - (2 * frame) / frames));
    times.push(await new Promise(requestAnimationFrame));
  }
  return times;
}`;

/** @returns frames a second, and the late ones */
async function scroll(page: Page, selector: string): Promise<string> {
  const element = `document.querySelector(${JSON.stringify(selector)})`;
  const times = await page.evaluate<number[]>(`(${SCROLL})(${element})`);
  const gaps = times.slice(1).map((time, at) => time - (times[at] ?? 0));
  const spent = (times.at(-1) ?? 0) - (times[0] ?? 0);
  const late = gaps.filter((gap) => gap > LATE_MS).length;
  return `${((1_000 * gaps.length) / spent).toFixed(1)} frames a second, ${late} of ${gaps.length} late, longest ${Math.max(...gaps).toFixed(0)} ms`;
}

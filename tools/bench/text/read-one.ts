/**
 * The process for one file: extracts it stage by stage and prints the cost of each stage as one line of JSON.
 */
import { ExtractionError } from "../../../src/domain/extraction-error.ts";
import { spansOf } from "../../../src/ingestion/extract/extracted-text.ts";
import { extractText } from "../../../src/ingestion/extract/extract-text.ts";
import { chunkTextSteps } from "../../../src/ingestion/chunk/chunk-text.ts";
import { countTextTokensSteps } from "../../../src/text/count-text-tokens.ts";
import { parseRobots } from "../../../src/ingestion/crawl/parse-robots.ts";
import { runCooperatively } from "../../../src/text/run-cooperatively.ts";
import { keywordsSteps } from "../../../src/ingestion/summary/keywords-of.ts";
import { summarizeSteps } from "../../../src/ingestion/summary/summarize-text.ts";
import { honestText, hostileFile } from "../../../test/hostile/files.ts";
import { measureEffort } from "./measure-effort.ts";
import type { StageCost } from "./stage-cost.ts";

const HONEST = /^honest-(\d+)$/;
const [name = ""] = process.argv.slice(2);
const stages: StageCost[] = [];

async function stage<T>(label: string, work: () => Promise<T>): Promise<T> {
  return await measureEffort(work, (effort) => stages.push({ stage: label, ...effort }));
}

async function read(): Promise<string> {
  const mebibytes = HONEST.exec(name)?.[1];
  const file =
    mebibytes === undefined
      ? hostileFile(name)
      : {
          contentType: "text/plain",
          bytes: new TextEncoder().encode(honestText(Number(mebibytes) * 1024 * 1024)),
        };
  const { bytes } = file;
  if (name.startsWith("robots-")) {
    const url = new URL("https://example.org/a/b/c?d");
    const allows = await stage("robots", async () =>
      parseRobots(new TextDecoder().decode(bytes), "Bot").isAllowed(url),
    );
    return allows ? "allowed" : "forbidden";
  }
  // Loads the parsers first, because loading is no cost of the file.
  await Promise.all([
    import("unpdf"),
    import("../../../src/ingestion/extract/html/extract-html.ts"),
    import("../../../src/ingestion/extract/html/readable-html.ts"),
  ]);
  const extracted = await stage("text", () =>
    extractText({ bytes, contentType: file.contentType, originalFileName: "file" }),
  );
  const { text, title } = extracted;
  const chunks = await stage("chunks", () => runCooperatively(chunkTextSteps(text, spansOf(extracted))));
  await stage("tokens", () => runCooperatively(countTextTokensSteps(text)));
  await stage("keywords", () => runCooperatively(keywordsSteps(text, title)));
  await stage("summary", () => runCooperatively(summarizeSteps(text)));
  return `${chunks.length} passages`;
}

const outcome = await read().catch((error: unknown) => {
  if (error instanceof ExtractionError) return error.reason;
  throw error;
});
process.stdout.write(`${JSON.stringify({ stages, outcome })}\n`);
// An aborted parser may still be running.
process.exit(0);

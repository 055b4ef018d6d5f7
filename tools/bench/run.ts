/**
 * `npm run bench -- NAME [options]`: measures the time, CPU and memory of one part of the service on this
 * machine. `npm run bench -- --help` lists the names. It removes all services and folders that it creates.
 */
import { Failure, Help, run } from "../../scripts/lib/failure.ts";

const USAGE =
  "npm run bench -- rooms | rooms drafts | messages | stop | questions | scale | noisy-neighbor | index | search | memory | vectors | models | text | documents | ingest | proof | console [options]; npm run bench -- NAME --help prints the options of NAME";

await run(async () => {
  const [name, ...args] = process.argv.slice(2);
  if (name === "--help" || name === "-h") throw new Help(`Usage: ${USAGE}`);
  switch (name) {
    case "rooms":
      if (args[0] === "drafts") return await (await import("./rooms/drafts.ts")).measureDrafts(args.slice(1));
      return await (await import("./rooms/compare.ts")).compareRooms(args);
    case "messages":
      return await (await import("./messages/compare.ts")).compareThreads(args);
    case "stop":
      return await (await import("./stop/measure-stops.ts")).measureStops(args);
    case "questions":
      return await (await import("./questions/compare.ts")).compareQuestions(args);
    case "scale":
      return await (await import("./scale/compare.ts")).compareSizes(args);
    case "noisy-neighbor":
    case "harm":
      return await (await import("./noisy-neighbor/measure-noisy-neighbor.ts")).measureNoisyNeighbor(args);
    case "index":
      return await (await import("./index/measure-index.ts")).measureIndex(args);
    case "search":
      return await (await import("./index/measure-search.ts")).measureSearch(args);
    case "memory":
      return await (await import("./index/measure-memory.ts")).measureMemory(args);
    case "vectors":
      return (await import("./index/measure-vectors.ts")).measureVectors(args);
    case "models":
      return await (await import("./models/measure-models.ts")).measureModels(args);
    case "text":
      return await (await import("./text/compare.ts")).compareTexts(args);
    case "documents":
      return await (await import("./documents/measure-documents.ts")).measureDocuments(args);
    case "ingest":
      return await (await import("./ingest/compare.ts")).compareIngestion(args);
    case "proof":
      return (await import("./verification/measure-verification.ts")).measureVerification(args);
    case "console":
      return await (await import("./console/measure-console.ts")).measureConsole(args);
    default:
      throw new Failure(`Usage: ${USAGE}`);
  }
});

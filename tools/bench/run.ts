/** `npm run bench -- rooms | messages | stop | questions | scale | harm | index | search | memory | vectors | text | documents | ingest | proof`: what a crowd, a long thread, a stopped answer, a question, a large organization, hostile files, a long text, searches, the memory of an index, vectors, documents, whole folders of them and the proof of a sentence cost; `rooms drafts`: when a model's first words reach a crowd, and what each frame of them costs; `text`: what reading each hostile file costs by itself. Everything runs on this machine and is gone afterwards. */
import { Failure, Help, run } from "../../scripts/lib/failure.ts";

const USAGE =
  "npm run bench -- rooms | rooms drafts | messages | stop | questions | scale | harm | index | search | memory | vectors | text | documents | ingest | proof [options]; npm run bench -- NAME --help tells its own";

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
      return await (await import("./stop/compare.ts")).measureStops(args);
    case "questions":
      return await (await import("./questions/compare.ts")).compareQuestions(args);
    case "scale":
      return await (await import("./scale/compare.ts")).compareSizes(args);
    case "harm":
      return await (await import("./harm/compare.ts")).measureHarm(args);
    case "index":
      return await (await import("./index/measure-index.ts")).measureIndex(args);
    case "search":
      return await (await import("./index/measure-search.ts")).measureSearch(args);
    case "memory":
      return await (await import("./index/measure-memory.ts")).measureMemory(args);
    case "vectors":
      return (await import("./index/measure-vectors.ts")).measureVectors(args);
    case "text":
      return await (await import("./text/compare.ts")).compareTexts(args);
    case "documents":
      return await (await import("./documents/compare.ts")).measureDocuments(args);
    case "ingest":
      return await (await import("./ingest/compare.ts")).compareIngestion(args);
    case "proof":
      return (await import("./proof/measure-proof.ts")).measureProof(args);
    default:
      throw new Failure(`Usage: ${USAGE}`);
  }
});

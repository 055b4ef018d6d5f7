/** `npm run bench -- rooms | messages`: what a crowd and a long thread cost. Everything runs on this machine and is gone afterwards. */
import { Failure, run } from "../scripts/lib/failure.ts";

const USAGE = "npm run bench -- rooms | messages [options]; an unknown option tells the known ones";

await run(async () => {
  const [name, ...args] = process.argv.slice(2);
  switch (name) {
    case "rooms":
      return await (await import("./rooms/compare.ts")).compareRooms(args);
    case "messages":
      return await (await import("./messages/compare.ts")).compareThreads(args);
    default:
      throw new Failure(`Usage: ${USAGE}`);
  }
});

/** `npm start`: the whole service on this machine, with its state in a folder. No account, no network, no key. */
import { relative } from "node:path";
import { claimPlace } from "./lib/claim-place.ts";
import { run } from "./lib/failure.ts";
import { DEFAULT_STATE_FOLDER, readPlaceOptions } from "./lib/options.ts";

// Registered before Miniflare's own handlers, which would leave with another status; its clean-up hangs on "exit".
process.on("SIGINT", () => process.exit(0));
process.on("SIGTERM", () => process.exit(0));

await run(async () => {
  const { place, vars } = readPlaceOptions("npm start");
  const settings = await claimPlace(place, vars);
  // Loaded late: Miniflare and wrangler take a second, and whatever is wrong with the place is told at once.
  const { serve } = await import("./lib/serve.ts");
  const url = await serve(place, settings);
  const isDefault = relative(DEFAULT_STATE_FOLDER, place.stateFolder) === "";
  const where = isDefault ? "" : ` --persist-to ${place.stateFolder}`;
  const hint = `A bearer token to call it with: npm run -s token -- --email ada@example.com${where}`;
  process.stdout.write(`Knowledge Workspace answers at ${url.origin}\n${hint}\n`);
});

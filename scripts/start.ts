/** `npm start`: the whole service on this machine, with its state in a folder. No account, no network, no key. */
import { relative } from "node:path";
import { acquireState } from "./lib/acquire-state.ts";
import { LOCAL_ISSUER } from "./lib/local-tokens.ts";
import { endWithNpm } from "./lib/end-with-npm.ts";
import { run } from "./lib/failure.ts";
import { DEFAULT_STATE_FOLDER, readPlaceOptions } from "./lib/options.ts";

// Registered before Miniflare's own handlers, which would leave with another status; its clean-up hangs on "exit".
process.on("SIGINT", () => process.exit(0));
process.on("SIGTERM", () => process.exit(0));
endWithNpm();

await run(async () => {
  const { place, vars } = readPlaceOptions("npm start");
  const settings = await acquireState(place, vars);
  // Loaded late: Miniflare and wrangler take a second, and whatever is wrong with the place is told at once.
  const { serve } = await import("./lib/serve.ts");
  const url = await serve(place, settings);
  process.stdout.write(`Knowledge Workspace answers at ${url.origin}\n${tokenHint(settings["ISSUERS"] ?? "", place.stateFolder)}\n`);
});

/** How to get a bearer token: from the local issuer where that is one of the service's, else from those that are. */
function tokenHint(issuers: string, stateFolder: string): string {
  const known = JSON.parse(issuers) as { readonly issuer: string }[];
  if (!known.some(({ issuer }) => issuer === LOCAL_ISSUER))
    return `Bearer tokens are those of ${known.map(({ issuer }) => issuer).join(", ")}`;
  const isDefault = relative(DEFAULT_STATE_FOLDER, stateFolder) === "";
  const where = isDefault ? "" : ` --persist-to ${stateFolder}`;
  return `A bearer token to call it with: npm run -s token -- --email ada@example.com${where}`;
}

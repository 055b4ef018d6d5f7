/**
 * `npm start`: runs the whole service on this machine with its state in a folder. It needs no account,
 * network or key.
 */
import { relative } from "node:path";
import { acquireState } from "./lib/acquire-state.ts";
import { LOCAL_ISSUER } from "./lib/user-token.ts";
import { exitWithParent } from "./lib/exit-with-parent.ts";
import { run } from "./lib/failure.ts";
import { DEFAULT_STATE_FOLDER, readPlaceOptions } from "./lib/options.ts";

// Must precede Miniflare's handlers, which would exit with another status; Miniflare cleans up on "exit".
process.on("SIGINT", () => process.exit(0));
process.on("SIGTERM", () => process.exit(0));
exitWithParent();

await run(async () => {
  const { place, vars } = readPlaceOptions("npm start");
  const settings = await acquireState(place, vars);
  // Loaded late: Miniflare and wrangler take one second, and errors of the settings should appear first.
  const { serve } = await import("./lib/serve.ts");
  const url = await serve(place, settings);
  process.stdout.write(
    `Knowledge Workspace answers at ${url.origin}\n${tokenHint(settings["ISSUERS"] ?? "", place.stateFolder)}\n`,
  );
});

/**
 * Explains the source of a bearer token: the local issuer if the service accepts it, else the configured
 * issuers.
 */
function tokenHint(issuers: string, stateFolder: string): string {
  const known = JSON.parse(issuers) as { readonly issuer: string }[];
  if (!known.some(({ issuer }) => issuer === LOCAL_ISSUER))
    return `Accepted issuers of bearer tokens: ${known.map(({ issuer }) => issuer).join(", ")}`;
  const isDefault = relative(DEFAULT_STATE_FOLDER, stateFolder) === "";
  const where = isDefault ? "" : ` --persist-to ${stateFolder}`;
  return `Get a bearer token: npm run -s token -- --email ada@example.com${where}`;
}

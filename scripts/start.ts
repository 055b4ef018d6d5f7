/**
 * `npm start`: runs the whole service on this machine with its state in a folder. It needs no account,
 * network or key.
 */
import { relative } from "node:path";
import { acquireState } from "./lib/acquire-state.ts";
import { LOCAL_ISSUER } from "./lib/user-token.ts";
import { defaultPerson } from "./lib/default-person.ts";
import { exitWithParent } from "./lib/exit-with-parent.ts";
import { run } from "./lib/failure.ts";
import { LINK_MINUTES, OneTimeLinks } from "./lib/one-time-links.ts";
import { signInOrigin } from "./lib/sign-in-origin.ts";
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
  const { url, drain } = await serve(place, settings);
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    // The second signal ends the process at once.
    process.removeAllListeners(signal).once(signal, () => {
      process.once(signal, () => process.exit(0));
      void drain().finally(() => process.exit(0));
    });
  }
  const links = new OneTimeLinks(place.stateFolder);
  const lines = [
    `Knowledge Workspace answers at ${url.origin}`,
    tokenHint(settings, place.stateFolder),
    ...signInHint(settings, url, links, place.stateFolder),
  ];
  process.stdout.write(`${lines.join("\n")}\n`);
});

/**
 * Explains the source of a bearer token: the local issuer if the service accepts it, else the configured
 * issuers.
 */
function tokenHint(settings: Settings, stateFolder: string): string {
  const known = issuersOf(settings);
  if (!known.some(({ issuer }) => issuer === LOCAL_ISSUER))
    return `Accepted issuers of bearer tokens: ${known.map(({ issuer }) => issuer).join(", ")}`;
  return `Get a bearer token: npm run -s token -- --email ada@example.com${persistOption(stateFolder)}`;
}

/** The line with a one-time link for a browser; none if the service cannot sign browsers in by links. */
function signInHint(settings: Settings, url: URL, links: OneTimeLinks, stateFolder: string): string[] {
  const origin = signInOrigin(settings["PUBLIC_BASE_URL"] ?? null, url);
  if (origin === null || !issuersOf(settings).some(({ issuer }) => issuer === LOCAL_ISSUER)) return [];
  links.keepOrigin(origin);
  const option = persistOption(stateFolder);
  const another = `npm run link${option === "" ? "" : ` --${option}`}`;
  const link = links.create(origin, defaultPerson(process.env));
  return [`Open ${link} (once, for ${LINK_MINUTES} minutes; another: ${another})`];
}

type Settings = Readonly<Record<string, string>>;

function issuersOf(settings: Settings): { readonly issuer: string }[] {
  return JSON.parse(settings["ISSUERS"] ?? "[]") as { readonly issuer: string }[];
}

function persistOption(stateFolder: string): string {
  return relative(DEFAULT_STATE_FOLDER, stateFolder) === "" ? "" : ` --persist-to ${stateFolder}`;
}

/** `npm run link`: prints an address that signs a browser in once, at the running service of this machine. */
import { resolve } from "node:path";
import { Failure, run } from "./lib/failure.ts";
import { LINK_MINUTES, OneTimeLinks } from "./lib/one-time-links.ts";
import { defaultPerson } from "./lib/default-person.ts";
import { DEFAULT_STATE_FOLDER, readOptions } from "./lib/options.ts";

const USAGE = `npm run link -- [--email grace@example.com] [--name "Grace"] [--url http://127.0.0.1:8787] [--persist-to ${DEFAULT_STATE_FOLDER}]`;
const EMAIL = /^[^\s@]+@[^\s@]+$/;

await run(async () => {
  const options = readOptions(
    {
      email: { type: "string" },
      name: { type: "string" },
      url: { type: "string" },
      "persist-to": { type: "string", default: DEFAULT_STATE_FOLDER },
    },
    USAGE,
  );
  const { email, name, url } = options;
  if (email !== undefined && !EMAIL.test(email))
    throw new Failure(`--email must be an e-mail address, not "${email}".`);
  if (url !== undefined && !URL.canParse(url)) throw new Failure(`--url must be a URL, not "${url}".`);
  const links = new OneTimeLinks(resolve(options["persist-to"]));
  const origin = url === undefined ? links.origin() : new URL(url).origin;
  if (origin === null)
    throw new Failure(`No service has started on ${options["persist-to"]}. Start it with npm start.`);
  const known = email === undefined ? defaultPerson(process.env) : { email };
  process.stdout.write(`${links.create(origin, { ...known, ...(name === undefined ? {} : { name }) })}\n`);
  process.stderr.write(`Open this address once, within ${LINK_MINUTES} minutes.\n`);
});

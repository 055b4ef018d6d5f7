/** `npm run -s token`: prints a bearer token for a service that `npm start` runs, and nothing else. */
import { SERVICE_SCOPES, type ServiceScope } from "../src/domain/principal.ts";
import { Failure, run } from "./lib/failure.ts";
import { serviceSecret, userToken } from "./lib/local-tokens.ts";
import { DEFAULT_STATE_FOLDER, readOptions } from "./lib/options.ts";
import { localSecrets } from "./lib/secrets.ts";

const USAGE = `npm run -s token -- --email ada@example.com [--name "Ada"] [--sub ID] [--expires 1h] [--unverified] | --service ${SERVICE_SCOPES.join(",")}; [--persist-to ${DEFAULT_STATE_FOLDER}]`;
const UNIT_SECONDS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3_600, d: 86_400 };
const EMAIL = /^[^\s@]+@[^\s@]+$/;

await run(async () => {
  const options = readOptions(
    {
      email: { type: "string" },
      name: { type: "string" },
      sub: { type: "string" },
      expires: { type: "string", default: "1h" },
      unverified: { type: "boolean", default: false },
      service: { type: "string" },
      "persist-to": { type: "string", default: DEFAULT_STATE_FOLDER },
    },
    USAGE,
  );
  const { email, service } = options;
  if ((email === undefined) === (service === undefined)) throw new Failure(`Give either --email or --service. Usage: ${USAGE}`);
  const scopes = service === undefined ? [] : parseScopes(service);
  if (email !== undefined && !EMAIL.test(email)) throw new Failure(`--email must be an e-mail address, not "${email}".`);
  const expiresInSeconds = parseDuration(options.expires);
  const secrets = await localSecrets(options["persist-to"]);
  const claims = { name: options.name, sub: options.sub, emailVerified: !options.unverified, expiresInSeconds };
  const token = email === undefined ? serviceSecret(secrets, scopes) : await userToken(secrets, { email, ...claims });
  process.stdout.write(`${token}\n`);
});

function parseScopes(text: string): ServiceScope[] {
  return text.split(",").map((part) => {
    const scope = SERVICE_SCOPES.find((known) => known === part.trim());
    if (scope === undefined) throw new Failure(`--service: there is no scope "${part.trim()}". Known: ${SERVICE_SCOPES.join(", ")}.`);
    return scope;
  });
}

/** @returns seconds */
function parseDuration(text: string): number {
  const [, count, unit] = /^(\d{1,6})([smhd])$/.exec(text) ?? [];
  const seconds = UNIT_SECONDS[unit ?? ""];
  if (seconds === undefined) throw new Failure(`--expires must be a duration such as 90s, 30m, 1h or 7d, not "${text}".`);
  return Number(count) * seconds;
}

/**
 * `npm run -s token`: prints only a bearer token for a service of `npm start`, or an API key from the running
 * service.
 */
import { ApiError, KnowledgeClient } from "../client/src/index.ts";
import { ACTIONS, type Action, isAction } from "../src/domain/access.ts";
import { SERVICE_SCOPES, type ServiceScope } from "../src/domain/principal.ts";
import { Failure, run } from "./lib/failure.ts";
import { serviceSecret, userToken } from "./lib/user-token.ts";
import { DEFAULT_STATE_FOLDER, readOptions } from "./lib/options.ts";
import { localSecrets } from "./lib/secrets.ts";

const USAGE = `npm run -s token -- --email ada@example.com [--name "Ada"] [--sub ID] [--expires 1h] [--unverified] | --email ada@example.com --key [--name "Script"] [--actions ${ACTIONS.join(",")}] [--expires 90d] [--url http://127.0.0.1:8787] | --service ${SERVICE_SCOPES.join(",")}; [--persist-to ${DEFAULT_STATE_FOLDER}]`;
const DEFAULT_EXPIRY = "1h";
const UNIT_SECONDS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3_600, d: 86_400 };

interface CreatedKey {
  readonly name: string;
  readonly actions: Action[];
  readonly collectionIds: string[];
  readonly expiresAt?: string;
}

const EMAIL = /^[^\s@]+@[^\s@]+$/;

await run(async () => {
  const options = readOptions(
    {
      email: { type: "string" },
      name: { type: "string" },
      sub: { type: "string" },
      expires: { type: "string" },
      key: { type: "boolean", default: false },
      actions: { type: "string", default: ACTIONS.join(",") },
      url: { type: "string", default: "http://127.0.0.1:8787" },
      unverified: { type: "boolean", default: false },
      service: { type: "string" },
      "persist-to": { type: "string", default: DEFAULT_STATE_FOLDER },
    },
    USAGE,
  );
  const { email, service } = options;
  if ((email === undefined) === (service === undefined))
    throw new Failure(`Pass either --email or --service. Usage: ${USAGE}`);
  const scopes = service === undefined ? [] : parseScopes(service);
  if (email !== undefined && !EMAIL.test(email))
    throw new Failure(`--email must be an e-mail address, not "${email}".`);
  if (options.key && email === undefined) throw new Failure(`--key requires --email. Usage: ${USAGE}`);
  const actions = parseActions(options.actions);
  const expiresInSeconds = parseDuration(options.expires ?? DEFAULT_EXPIRY);
  const secrets = await localSecrets(options["persist-to"]);
  if (options.key && email !== undefined) {
    const token = await userToken(secrets, { email, sub: options.sub, emailVerified: !options.unverified });
    const expiresAt =
      options.expires === undefined
        ? {}
        : { expiresAt: new Date(Date.now() + expiresInSeconds * 1_000).toISOString() };
    const key = await makeKey(options.url, token, email, {
      name: options.name ?? "npm run token",
      actions,
      collectionIds: [],
      ...expiresAt,
    });
    process.stdout.write(`${key}\n`);
    return;
  }
  const claims = {
    name: options.name,
    sub: options.sub,
    emailVerified: !options.unverified,
    expiresInSeconds,
  };
  const token =
    email === undefined ? serviceSecret(secrets, scopes) : await userToken(secrets, { email, ...claims });
  process.stdout.write(`${token}\n`);
});

/** Creates an API key of the user at the running service; signs a new user in first. */
async function makeKey(address: string, token: string, email: string, body: CreatedKey): Promise<string> {
  const { origin } = new URL(address);
  const client = new KnowledgeClient({ origin, token });
  const make = async (): Promise<string> =>
    (await client.request("POST", "/v1/api-keys", { body })).data.key ?? "";
  try {
    return await make().catch(async (error: unknown) => {
      if (!(error instanceof ApiError) || error.code !== "failed_precondition") throw error;
      await client.signIn({ email });
      return await make();
    });
  } catch (error) {
    if (error instanceof ApiError) throw new Failure(`The service created no key: ${error.message}`);
    throw new Failure(`No service responds at ${origin}. Start it with npm start, or pass --url.`);
  }
}

function parseActions(text: string): Action[] {
  return text.split(",").map((part) => {
    const action = part.trim();
    if (!isAction(action))
      throw new Failure(`--actions: unknown action "${action}". Known: ${ACTIONS.join(", ")}.`);
    return action;
  });
}

function parseScopes(text: string): ServiceScope[] {
  return text.split(",").map((part) => {
    const scope = SERVICE_SCOPES.find((known) => known === part.trim());
    if (scope === undefined)
      throw new Failure(`--service: unknown scope "${part.trim()}". Known: ${SERVICE_SCOPES.join(", ")}.`);
    return scope;
  });
}

/** @returns seconds */
function parseDuration(text: string): number {
  const [, count, unit] = /^(\d{1,6})([smhd])$/.exec(text) ?? [];
  const seconds = UNIT_SECONDS[unit ?? ""];
  if (seconds === undefined)
    throw new Failure(`--expires must be a duration such as 90s, 30m, 1h or 7d, not "${text}".`);
  return Number(count) * seconds;
}

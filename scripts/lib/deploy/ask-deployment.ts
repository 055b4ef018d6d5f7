import { createInterface } from "node:readline/promises";
import { Failure } from "../failure.ts";
import { type Deployment, deployment, JURISDICTIONS, LOCATIONS, newNamespaces } from "./deployment.ts";

type Ask = (question: string, fallback?: string) => Promise<string>;

/** Asks for a deployment in the terminal. An invalid answer is asked again. */
export async function askDeployment(): Promise<Deployment> {
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const ask: Ask = async (question, fallback = "") => {
    const answer = await terminal.question(`${question}${fallback === "" ? "" : ` [${fallback}]`}: `);
    return answer.trim() || fallback;
  };
  try {
    return await askAll(ask);
  } finally {
    terminal.close();
  }
}

async function askAll(ask: Ask): Promise<Deployment> {
  const { shape } = deployment;
  const name = await valid(
    shape.name,
    ask,
    "Name of the Worker, the database and the bucket",
    "knowledge-workspace",
  );
  const accountId = await valid(shape.accountId, ask, "Account id (`npx wrangler whoami` prints it)");
  const domain = await valid(shape.domain, ask, "Public host name, in a zone of the account");
  const issuer = await valid(
    httpsAddress,
    ask,
    "Address of the OpenID Connect issuer whose ID tokens people have, such as https://accounts.google.com",
  );
  const audience = await ask("Audience of its tokens (the client id)", name);
  const jwksUrl = await valid(httpsAddress, ask, "Address of its keys (`jwks_uri`)");
  const trustEmail = await isYes(ask, "Does it verify e-mail addresses?");
  const jurisdiction = await choice(ask, "Jurisdiction of D1 and R2", JURISDICTIONS);
  const location = jurisdiction === null ? await choice(ask, "Location of D1 and R2", LOCATIONS) : null;
  const workersAi = await isYes(
    ask,
    "May Workers AI receive the text of documents and questions, to find answers by meaning?",
  );
  return deployment.parse({
    name,
    accountId,
    domain,
    location,
    jurisdiction,
    workersAi,
    rateLimitNamespaces: newNamespaces(),
    settings: { ISSUERS: [{ issuer, audience, jwksUrl, trustEmail }] },
  });
}

interface Check {
  readonly safeParse: (value: string) => { readonly success: boolean };
}

const httpsAddress: Check = {
  safeParse: (value) => ({ success: URL.canParse(value) && new URL(value).protocol === "https:" }),
};

async function valid(check: Check, ask: Ask, question: string, fallback?: string): Promise<string> {
  for (let attempt = 0; attempt < 5; attempt++) {
    const answer = await ask(question, fallback);
    if (check.safeParse(answer).success) return answer;
    process.stdout.write("That is not a valid answer.\n");
  }
  throw new Failure("No valid answer was given.");
}

async function isYes(ask: Ask, question: string): Promise<boolean> {
  return /^y(es)?$/i.test(await ask(`${question} (yes or no)`, "no"));
}

async function choice<const T extends string>(
  ask: Ask,
  question: string,
  choices: readonly T[],
): Promise<T | null> {
  const answer = await ask(`${question} (${choices.join(", ")} or none; it cannot change later)`, "none");
  return choices.find((each) => each === answer) ?? null;
}

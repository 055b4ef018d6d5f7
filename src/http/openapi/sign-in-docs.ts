import { SIGN_IN_FAILURES } from "../../domain/sign-in-failure.ts";
import type { RawRouteDocs } from "./raw-docs.ts";

const text = { type: "string" } as const;
const location = { Location: { schema: text } };
const FAILED = `A failure redirects to \`/sign-in?error=…\`: ${SIGN_IN_FAILURES.map((reason) => `\`${reason}\``).join(", ")}.`;

export const START_SIGN_IN_DOCS: RawRouteDocs = {
  tag: "users",
  description:
    "Authorization code flow with PKCE (S256), `state` and `nonce`. A sealed cookie ties the flow to the browser " +
    `for ten minutes. ${FAILED}`,
  security: [],
  parameters: [
    {
      name: "issuer",
      in: "query",
      description: "An issuer of `GET /session/issuers`. A service with one issuer needs none.",
      schema: text,
    },
    {
      name: "to",
      in: "query",
      description: "A path of the own pages, to which the sign-in returns. Default: `/`.",
      schema: text,
    },
  ],
  responses: { 302: { description: "The issuer's sign-in page.", headers: location } },
  errors: [],
};

export const FINISH_SIGN_IN_DOCS: RawRouteDocs = {
  tag: "users",
  description:
    "The redirect address that operators register at the issuer. The service checks `state` and `iss`, exchanges the " +
    `code, verifies the ID token like a bearer token, and sets the session cookie. ${FAILED}`,
  security: [],
  parameters: ["code", "state", "iss", "error"].map((name) => ({
    name,
    in: "query",
    description: "From the issuer.",
    schema: text,
  })),
  responses: { 303: { description: "The path at which the sign-in began.", headers: location } },
  errors: [],
};

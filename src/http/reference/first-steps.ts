import { html } from "hono/html";
import type { Config } from "../../config.ts";
import { envelope } from "../envelope.ts";
import type { Html } from "./prose.ts";

const SIGN_IN = {
  email: "ada@example.com",
  displayName: "Ada",
  isEmailVerified: true,
  locale: "en",
  photoURL: "",
  userAgent: "curl",
  deviceID: "",
  defaultOrganizationName: "Engines",
  defaultOrganizationDisplayName: "Engines",
  defaultOrganizationSlug: "",
  defaultProjectName: "First",
  defaultProjectDisplayName: "First",
  defaultProjectSlug: "",
};

const ENVELOPE = envelope({
  code: "ok",
  message: "Done.",
  data: {},
  operationId: "op_01h455vb4pex5vsknk084sn02q",
  duration: 3,
});

/** Instructions for getting a token and making a first call. */
export function firstSteps({ issuers }: Pick<Config, "issuers">): Html {
  return html`<section id="first-steps">
    <h2>First steps</h2>
    ${howToGetToken(issuers)}
    <h3>Sign in</h3>
    <p>
      <code>URL</code> is the address of this page without its path. The first time this creates the user, an
      organization and its first collections. The address is the token's.
    </p>
    <pre><code>curl "$URL/v1/users/self/auth-sync" \\
  -H "Authorization: Bearer $TOKEN" -H "Content-Type: application/json" \\
  -d '${JSON.stringify(SIGN_IN)}'</code></pre>
    <h3>What is answered</h3>
    <p>
      Every operation answers the same envelope: <code>code</code> is <code>ok</code> or an error code,
      <code>data</code> is what the operation says.
    </p>
    <pre><code>${JSON.stringify(ENVELOPE, null, 2)}</code></pre>
  </section>`;
}

function howToGetToken(issuers: Config["issuers"]): Html {
  const remote = issuers.filter((issuer) => !issuer.local);
  const own = html`<p>
      This service has an issuer of its own, for one machine. In the folder of the project:
    </p>
    <pre><code>TOKEN=$(npm run -s token -- --email ada@example.com)</code></pre>`;
  const others = html`<p>Bearer tokens are OpenID Connect ID tokens of:</p>
    <ul>
      ${remote.map(({ issuer, audience }) => html`<li><code>${issuer}</code> for the audience <code>${audience}</code></li>`)}
    </ul>`;
  return html`<h3>Get a token</h3>
    ${remote.length === issuers.length ? "" : own} ${remote.length === 0 ? "" : others}`;
}

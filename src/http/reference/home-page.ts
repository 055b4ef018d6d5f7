import { html, raw } from "hono/html";
import type { Config } from "../../config.ts";
import { firstSteps } from "./first-steps.ts";
import { REFERENCE_STYLE } from "./style.ts";

/**
 * The page at the root for browsers, with the service's name and links. The page has no scripts and loads
 * nothing.
 */
export async function homePage(config: Pick<Config, "issuers" | "buildVersion">): Promise<string> {
  const page = await html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>Knowledge workspace</title>
        ${raw(`<style>${REFERENCE_STYLE}</style>`)}
      </head>
      <body class="single">
        <main>
          <header>
            <h1>Knowledge workspace</h1>
            <p>
              An API for files and web pages in a tree of collections, shared with others, and for live
              threads whose answers cite the sentences they rest on. Version ${config.buildVersion}.
            </p>
            <ul>
              <li><a href="/reference">Reference</a>: every operation on one page</li>
              <li><a href="/openapi.json">openapi.json</a>: the same for tools</li>
              <li><a href="/status">Status</a></li>
            </ul>
          </header>
          ${firstSteps(config)}
        </main>
      </body>
    </html>`;
  return page.toString();
}

import { type Request, Response } from "../../../scripts/lib/miniflare.ts";
import { OneTimeLinks } from "../../../scripts/lib/one-time-links.ts";

/**
 * The binding `HOST` of the tests: the one-time links of `npm start`, with the secrets of the tests. It reports
 * no state of the machine. `PUT` creates a link for the person in the body.
 */
export function linksBinding(stateFolder: string): (request: Request) => Promise<Response> {
  const links = new OneTimeLinks(stateFolder);
  return async (request) => {
    const hash = /\/one-time-links\/([\da-f]{64})$/.exec(request.url)?.[1];
    if (hash !== undefined) return Response.json(await links.redeem(hash));
    if (request.method !== "PUT") return new Response(null, { status: 404 });
    const person = (await request.json()) as { email: string; name?: string };
    return new Response(links.create("https://knowledge.test", person));
  };
}

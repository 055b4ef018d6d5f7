import type { AnswerOf, Caller } from "./operation-types.ts";

const PATH = "/v1/threads/{threadID}/citations/check";

/** The state of a citation and its place in the current text. */
export type CheckedCitation = AnswerOf<"POST", typeof PATH>["data"]["citations"][number];

/** The service accepts this many citations in one request. */
const CITATIONS_PER_REQUEST = 100;

/**
 * Checks citations of a thread against the current texts. Yields the citations of each request as they
 * arrive, and leaves out those that the thread does not have. @throws ApiError; the signal's reason
 */
export async function* checkCitations(
  caller: Caller,
  threadID: string,
  citationIds: readonly string[],
  signal?: AbortSignal,
): AsyncGenerator<CheckedCitation, void> {
  for (let waiting = [...citationIds]; waiting.length > 0;) {
    const asked = waiting.slice(0, CITATIONS_PER_REQUEST);
    const body = { citationIds: asked };
    const { data } = await caller.request("POST", PATH, { params: { threadID }, body, signal });
    yield* data.citations;
    const { unchecked } = data;
    // A request checks at least one document, so the list gets shorter.
    const again = unchecked.length < asked.length ? unchecked : [];
    waiting = [...again, ...waiting.slice(asked.length)];
  }
}

import { expect, test } from "vitest";
import { checkCitations, createClient, newId } from "../../client/src/index.ts";

/** A client of a service that checks at most `perRequest` citations of a request. */
function clientOf(perRequest: number) {
  const requests: string[][] = [];
  const fetch = async (_: string, init?: RequestInit): Promise<Response> => {
    const { citationIds } = JSON.parse(init?.body as string) as { citationIds: string[] };
    requests.push(citationIds);
    const citations = citationIds.slice(0, perRequest).map((citationId) => ({ citationId, state: "valid" }));
    const data = { citations, unchecked: citationIds.slice(perRequest) };
    return Response.json({ code: "ok", message: "", data });
  };
  return { client: createClient({ origin: "https://knowledge.example.com", fetch }), requests };
}

test.each([
  [100, [100, 100, 30]],
  [60, [100, 100, 100, 50]],
])(
  "the client asks again for unchecked citations, with at most 100 in a request (%i checked)",
  async (perRequest, sizes) => {
    const ids = Array.from({ length: 230 }, () => newId("cite"));
    const { client, requests } = clientOf(perRequest);
    const seen: string[] = [];
    for await (const { citationId } of checkCitations(client, newId("thread"), ids)) seen.push(citationId);
    expect(seen).toEqual(ids);
    expect(requests.map(({ length }) => length)).toEqual(sizes);
  },
);

test("without citations the client asks nothing", async () => {
  const { client, requests } = clientOf(100);
  for await (const _ of checkCitations(client, newId("thread"), [])) throw new Error("There is none.");
  expect(requests).toEqual([]);
});

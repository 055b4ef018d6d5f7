/** An import during which the service is killed. */
import { expect, test } from "vitest";
import { createCollection, postQuestion } from "../../scripts/demo/workspace.ts";
import { signUp, startThread, uploadArchive } from "../support/http/remote-user.ts";
import { startTestService } from "../support/http/service.ts";

const FILES = 40;
const WAIT = { timeout: 150_000, interval: 500 };

test("an import continues after a kill of the service, and creates every item once", async () => {
  const service = await startTestService({ vars: { RATE_LIMITS: "off" } });
  const ada = await signUp(service, "import-ada");
  const folder = await createCollection(ada.api, ada.workspace.rootId, "Boxes");
  const files = Array.from({ length: FILES }, (_, at) => ({
    name: `box-${at}.txt`,
    blob: new Blob([`Box ${at} holds ${at * 7} oars.\n`]),
  }));
  await ada.api.uploadFiles(folder, files);
  await postQuestion(ada.api, await startThread(ada, folder), "How many oars does box 12 hold?");
  const authorization = `Bearer ${ada.api.token}`;
  const path = `/v1/organizations/${ada.workspace.organizationContext.organizationId}/export`;
  const exported = await (await fetch(`${service.url}${path}`, { headers: { authorization } })).blob();

  const bob = await signUp(service, "import-bob");
  const { organizationId } = bob.workspace.organizationContext;
  const body = { organizationId, assetIds: [await uploadArchive(bob, exported)] };
  const { data: ordered } = await bob.api.request("POST", "/v1/import", { body });
  const look = async () =>
    (await bob.api.request("GET", "/v1/imports/{importID}", { params: { importID: ordered.importId } })).data;
  await expect.poll(async () => (await look()).counts.assets, { ...WAIT, interval: 5 }).toBeGreaterThan(0);
  await service.kill("SIGKILL");
  await service.restart();
  const killedAt = (await look()).counts.assets;
  expect([killedAt > 0, killedAt < FILES]).toEqual([true, true]);
  await expect.poll(async () => (await look()).state, WAIT).toBe("done");
  expect((await look()).counts).toMatchObject({ assets: FILES, threads: 1, messages: 2 });
  const query = { limit: 200, includeDescendants: "true" } as const;
  const { data: listed } = await bob.api.request("GET", "/v1/collection/{collectionID}/assets", {
    params: { collectionID: bob.workspace.rootId },
    query,
  });
  expect(new Set(listed.result.entities.map(({ data }) => data.displayName)).size).toBe(FILES);
  expect(listed.pagination.count).toBe(FILES);
  const [passage] = await bob.api.search("box 12 oars");
  expect(passage?.text).toContain("84 oars");
}, 400_000);

import { expect, test } from "vitest";
import { idFromBytes } from "../../../src/domain/ids.ts";
import { finishProcessing, notify, upload } from "../../support/http/assets.ts";
import { testEnv } from "../../support/setup/env.ts";
import { call } from "../../support/http/call.ts";
import { type Person, signUp } from "../../support/http/person.ts";
import { startThread } from "../../support/http/threads.ts";

const { DB } = testEnv;

async function crawl(person: Person): Promise<string> {
  const place = {
    collectionID: person.personalId,
    organizationID: person.organizationId,
    tenantID: person.tenantId,
  };
  const body = { ...place, url: "https://example.com/", processInBackground: true, processInThread: false };
  return idFromBytes("asset", (await call("crawlUrl", { token: person.token, body })).body.data.id);
}

async function shownProjects(person: Person): Promise<unknown[]> {
  const { body } = await call("GET", "/v1/navigate/recent/assets?page=1&sort=", { token: person.token });
  return body.data.map((asset: { projectId: string }) => asset.projectId);
}

test("the summary of uploads and pages names the organization's project", async () => {
  const ada = await signUp();
  const uploaded = await upload(ada, ada.personalId, "Some text.");
  expect((await notify(ada, uploaded, false)).status).toBe(200);
  const crawled = await crawl(ada);
  await finishProcessing(crawled);
  const project = await DB.prepare("SELECT id FROM projects WHERE organization_id = ?")
    .bind(ada.organizationId)
    .first("id");
  expect(project).toMatch(/^project_/);
  expect(await shownProjects(ada)).toEqual([project, project]);
  const threadId = await startThread(ada, ada.personalId, { assetIds: [uploaded] });
  const { body } = await call("getThread", { token: ada.token, params: { threadID: threadId } });
  expect(JSON.stringify(body.data)).toContain(`"projectId":${JSON.stringify(project)}`);
});

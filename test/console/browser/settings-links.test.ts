/** The person's own links and invitations in the settings. */
import { beforeAll, expect, test } from "vitest";
import { createCollection } from "../../../scripts/demo/workspace.ts";
import { startThread } from "../../support/http/remote-user.ts";
import { type Console, emailOf, startConsole } from "./console.ts";
import { expectEveryLook } from "./expect-every-look.ts";

let it: Console;
beforeAll(async () => {
  it = await startConsole();
});

test("a person sees their open links and invitations, and ends both", async () => {
  const ada = await it.person("ada");
  const page = await it.open(ada, "/settings/links");
  await page.getByText("You have no open links and invitations.").waitFor();
  const folder = await createCollection(ada.api, ada.workspace.rootId, "Mills");
  const threadID = await startThread(ada, folder);
  await ada.api.request("POST", "/v1/threads/{threadID}/attributes", {
    params: { threadID },
    body: { threadId: threadID, label: "Who painted the mill?" },
  });
  const shared = { threadId: threadID, messageId: null, shareMethod: "link", shareTo: [] } as const;
  const { data } = await ada.api.request("POST", "/v1/threads/{threadID}/share", {
    params: { threadID },
    body: shared,
  });
  const invited = emailOf("invited");
  await ada.api.request("POST", "/v1/share-collections", {
    body: { actions: ["read"], collectionIds: [folder], shareTo: [], shareToEmails: [invited] },
  });
  await page.reload();
  const rows = page.getByRole("list", { name: "Open links and invitations" }).getByRole("listitem");
  await rows.filter({ hasText: invited }).getByText("Read, to Mills").waitFor();
  await rows.filter({ hasText: "Who painted the mill?" }).getByText("shows the whole thread").waitFor();
  await page.getByRole("button", { name: "End Who painted the mill?" }).click();
  await page.getByText("Guests lose access at once.").waitFor();
  await expectEveryLook(page);
  await page.getByRole("button", { name: "End", exact: true }).click();
  await expect.poll(async () => await rows.count()).toBe(1);
  const guest = `${it.service.url}/v1/threads/${threadID}?publicAccessToken=${data.publicToken}`;
  expect((await fetch(guest)).status).toBe(404);
  await page.getByRole("button", { name: `End ${invited}` }).click();
  await page.getByRole("button", { name: "End", exact: true }).click();
  await page.getByText("You have no open links and invitations.").waitFor();
});

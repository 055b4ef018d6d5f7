/** Webhooks in the settings, with a receiver on this machine. */
import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startReceiver } from "../../support/fixtures/receiver.ts";
import { addReadyFile, textFile } from "../../support/http/remote-user.ts";
import { type Console, startConsole } from "./console.ts";
import { expectEveryLook } from "./expect-every-look.ts";

/** Long enough for a service that starts at the end of a minute, or that has a long queue. */
const SENT = { timeout: 170_000, interval: 1_000 };

let it: Console;
let receiver: Awaited<ReturnType<typeof startReceiver>>;
beforeAll(async () => {
  [it, receiver] = await Promise.all([
    startConsole({ vars: { CRAWL_ALLOW_LOOPBACK: "true" } }),
    startReceiver(),
  ]);
});
afterAll(() => receiver.close());

test("an owner adds a webhook, reads its deliveries, repeats them, renews its secret and removes it", async () => {
  const ada = await it.person("ada");
  const page = await it.open(ada, "/settings/webhooks");
  await page.getByText("There are no webhooks yet.").waitFor();
  await page.getByLabel("Name", { exact: true }).fill("Ticket system");
  await page.getByLabel("Address", { exact: true }).fill("http://10.0.0.1/hook");
  await page.getByRole("button", { name: "Add webhook" }).click();
  await page.getByRole("alert").getByText("must be on the public internet").waitFor();
  await page.getByLabel("Address", { exact: true }).fill(`${receiver.origin}/ok/tickets`);
  await page.getByRole("button", { name: "Add webhook" }).click();
  const secretShown = page.locator(".copy-field code");
  await secretShown.waitFor();
  const secret = (await secretShown.textContent()) ?? "";

  const assetId = await addReadyFile(ada, ada.workspace.personalId, textFile("mill.txt", "A mill.\n"));
  await page.getByRole("button", { name: "Deliveries Ticket system" }).click();
  const sent = page.getByRole("list", { name: "Deliveries of Ticket system" }).getByRole("listitem");
  const look = async (state: string): Promise<number> => {
    await page.getByRole("button", { name: "Look again" }).click();
    return await sent.filter({ hasText: "Document is ready" }).getByText(state).count();
  };
  await expect.poll(async () => await look("Delivered"), SENT).toBe(1);
  const [message] = receiver.received;
  expect(new Webhook(secret).verify(message!.body, { ...message!.headers })).toMatchObject({
    type: "asset.ready",
    data: { subjectId: assetId },
  });
  await expectEveryLook(page);

  await page.getByRole("button", { name: "Send again from here" }).click();
  await page.getByText("Sends every event since").waitFor();
  await page.getByRole("button", { name: "Send again from here" }).click();
  await expect.poll(() => receiver.received.length, SENT).toBeGreaterThan(1);
  expect(receiver.received[1]?.headers["webhook-id"]).toBe(message!.headers["webhook-id"]);

  await page.getByRole("button", { name: "New secret Ticket system" }).click();
  await page.getByRole("button", { name: "New secret", exact: true }).click();
  await expect.poll(async () => await secretShown.textContent()).not.toBe(secret);
  await page.reload();
  await page.getByRole("button", { name: "Remove Ticket system" }).click();
  await page.getByText(/^\d+ deliver(y|ies) and (its|their) results? go with it/).waitFor();
  expect(await secretShown.count()).toBe(0);
  await page.getByRole("button", { name: "Remove", exact: true }).click();
  await page.getByText("There are no webhooks yet.").waitFor();
}, 600_000);

test("the deliveries name the error of a failing receiver", async () => {
  const bea = await it.person("bea");
  const { organizationId } = bea.workspace.organizationContext;
  await bea.api.request("POST", "/v1/webhooks", {
    body: { organizationId, name: "Broken", url: `${receiver.origin}/500/broken`, events: ["asset.ready"] },
  });
  await addReadyFile(bea, bea.workspace.personalId, textFile("mill.txt", "Another mill.\n"));
  const page = await it.open(bea, "/settings/webhooks");
  await page.getByRole("button", { name: "Deliveries Broken" }).click();
  const refused = page.getByText("The receiver answered 500.");
  await expect
    .poll(async () => {
      await page.getByRole("button", { name: "Look again" }).click();
      return await refused.count();
    }, SENT)
    .toBe(1);
  await page.getByText("Waits", { exact: true }).waitFor();
  await page.reload();
  await page.getByText("Fails since").waitFor();
}, 600_000);

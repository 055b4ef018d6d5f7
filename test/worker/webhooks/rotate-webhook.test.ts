import { Webhook } from "standardwebhooks";
import { expect, test } from "vitest";
import { addReadyAsset } from "../../support/http/assets.ts";
import { call } from "../../support/http/call.ts";
import { signUp } from "../../support/http/person.ts";
import { createReceivedWebhook, setWebhook, dispatchWebhooks } from "../../support/http/received-webhooks.ts";

test("after a rotation both secrets sign for a day, and older secrets do not sign", async () => {
  const ada = await signUp();
  const { secret, webhookId, received } = await createReceivedWebhook(ada);
  const rotate = async () =>
    (await call("POST", `/v1/webhooks/${webhookId}/rotate`, { token: ada.token })).body.data;
  const second = await rotate();
  expect(second.secret).not.toBe(secret);
  const left = Date.parse(second.previousSecretUntil) - Date.now();
  expect(Math.abs(left - 86_400_000)).toBeLessThan(3_600_000);
  const verifiers = async (of: readonly string[]): Promise<boolean[]> => {
    await addReadyAsset(ada, ada.personalId, "Text.\n");
    await dispatchWebhooks();
    const { body, headers } = (await received()).at(-1)!;
    return of.map((each) => {
      try {
        new Webhook(each).verify(body, { ...headers });
        return true;
      } catch {
        return false;
      }
    });
  };
  expect(await verifiers([secret, second.secret])).toEqual([true, true]);
  await setWebhook(webhookId, { previous_until: Date.now() - 1 });
  expect(await verifiers([secret, second.secret])).toEqual([false, true]);
  const third = await rotate();
  expect(await verifiers([secret, second.secret, third.secret])).toEqual([false, true, true]);
});

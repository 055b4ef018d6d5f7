import { onTestFinished } from "vitest";
import * as z from "zod";
import { startBrowser } from "./browser.ts";

/** CSS pixels. */
const PHONE = { width: 360, height: 740 };
const PHONE_SCALE = 3;

const told = z.looseObject({
  id: z.int().optional(),
  method: z.string().optional(),
  result: z.unknown().optional(),
  error: z.unknown().optional(),
});
const attached = z.object({ sessionId: z.string() });
const opened = z.object({ targetId: z.string() });
const evaluated = z.object({
  result: z.object({ value: z.unknown().optional() }),
  exceptionDetails: z.unknown().optional(),
});

export interface Phone {
  /**
   * Runs an expression in the page.
   * @returns its value, as JSON
   * @throws Error that the page throws
   */
  evaluate(expression: string): Promise<unknown>;
}

/** Opens a URL with a phone's viewport and waits until it has loaded. */
export async function openOnPhone(address: string): Promise<Phone> {
  const call = await commandsOf(await startBrowser("about:blank"));
  const { targetId } = opened.parse(await call("Target.createTarget", { url: "about:blank" }));
  const { sessionId } = attached.parse(await call("Target.attachToTarget", { targetId, flatten: true }));
  const screen = { ...PHONE, deviceScaleFactor: PHONE_SCALE, mobile: true };
  await call("Emulation.setDeviceMetricsOverride", screen, sessionId);
  await call("Page.navigate", { url: address }, sessionId);
  const evaluate = async (expression: string): Promise<unknown> => {
    const asked = { expression, returnByValue: true, awaitPromise: true };
    const { result, exceptionDetails } = evaluated.parse(await call("Runtime.evaluate", asked, sessionId));
    if (exceptionDetails !== undefined) throw new Error(JSON.stringify(exceptionDetails));
    return result.value;
  };
  const isThere = `location.href === ${JSON.stringify(address)} && document.readyState === "complete"`;
  while ((await evaluate(isThere)) !== true) await new Promise((resolve) => setTimeout(resolve, 50));
  return { evaluate };
}

type Call = (
  method: string,
  params: Readonly<Record<string, unknown>>,
  sessionId?: string,
) => Promise<unknown>;

async function commandsOf(address: string): Promise<Call> {
  const socket = new WebSocket(address);
  onTestFinished(() => socket.close());
  const waiting = new Map<number, PromiseWithResolvers<unknown>>();
  socket.addEventListener("message", ({ data }) => {
    const { id, result, error } = told.parse(JSON.parse(String(data)));
    const call = waiting.get(id ?? 0);
    if (error === undefined) call?.resolve(result);
    else call?.reject(new Error(JSON.stringify(error)));
  });
  await new Promise<void>((resolve, reject) => {
    socket.addEventListener("open", () => resolve());
    socket.addEventListener("error", () => reject(new Error("The browser takes no commands.")));
  });
  let calls = 0;
  return async (method, params, sessionId) => {
    const call = Promise.withResolvers<unknown>();
    waiting.set((calls += 1), call);
    socket.send(JSON.stringify({ id: calls, method, params, sessionId }));
    return await call.promise;
  };
}

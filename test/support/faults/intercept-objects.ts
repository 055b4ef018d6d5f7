import { vi } from "vitest";
import { testEnv } from "../setup/env.ts";

type Namespace = Readonly<{ getByName: (this: DurableObjectNamespace, name: string) => DurableObjectStub }>;
type Method = (...args: unknown[]) => Promise<unknown>;

/**
 * Intercepts the calls of Durable Objects of all classes, which share a prototype. `intercept` makes the call
 * or not. Ends with `vi.restoreAllMocks`.
 */
export function interceptObjects(intercept: (send: () => Promise<unknown>) => Promise<unknown>): void {
  const prototype = Object.getPrototypeOf(testEnv.THREAD_ROOM) as Namespace;
  const { getByName } = prototype;
  vi.spyOn(prototype, "getByName").mockImplementation(function (this: DurableObjectNamespace, name) {
    const stub = getByName.call(this, name) as unknown as Record<string, Method>;
    return new Proxy({} as DurableObjectStub, {
      get:
        (_, method) =>
        async (...args: unknown[]) =>
          await intercept(async () => await stub[String(method)]!(...args)),
    });
  });
}

/** The error of an object that a deployment has reset. */
export function objectReset(): Error {
  const flags = { durableObjectReset: true, retryable: true };
  return Object.assign(new Error("Durable Object reset because its code was updated."), flags);
}

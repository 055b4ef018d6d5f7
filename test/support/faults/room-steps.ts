import { AsyncLocalStorage } from "node:async_hooks";
import { vi } from "vitest";
import { ThreadRoom } from "../../../src/thread-room/thread-room.ts";

/** A call of the platform that a room awaits. */
export interface Step {
  /** The room's entry point and its call: "alarm: D1Database.batch". */
  readonly name: string;
  /**
   * The room's storage writes together with the room's previous writes. Every other step is a remote call.
   */
  readonly isStorage: boolean;
  readonly room: DurableObjectState;
  readonly args: readonly unknown[];
}

/**
 * Receives each step. `proceed` makes the room's call. It runs in the room's own context, before the call has
 * any effect.
 */
export type OnStep = (step: Step, proceed: () => Promise<unknown>) => Promise<unknown>;

type Method = (this: unknown, ...args: unknown[]) => unknown;
type Methods = Record<string, Method>;

interface Entered {
  readonly room: DurableObjectState;
  readonly entry: string;
}

/** Methods that return synchronously. */
const SYNCHRONOUS = new Set(["prepare", "bind", "withSession", "transactionSync", "resumeMultipartUpload"]);

/**
 * Watches every call that a thread's room awaits: each asynchronous method of its storage, its bindings and
 * the objects reached through them. It uses no list of methods, so new calls are watched too.
 * @returns a function that stops watching
 */
export function watchSteps(threadId: string, onStep: OnStep): () => void {
  const spies: { readonly mockRestore: () => void }[] = [];
  const replace = (owner: object, name: string, make: (original: Method) => Method): void => {
    const original = (owner as Methods)[name];
    if (original === undefined) throw new Error(`there is no ${name}`);
    spies.push(vi.spyOn(owner as Methods, name).mockImplementation(make(original)));
  };
  const entered = new AsyncLocalStorage<Entered>();
  const watched = new Set<object>();
  const watch = (owner: string, prototype: object, isStorage: boolean): void => {
    if (watched.has(prototype)) return;
    watched.add(prototype);
    for (const name of methodsOf(prototype)) {
      replace(prototype, name, (original) => {
        return function (...args) {
          const here = entered.getStore();
          if (here === undefined || SYNCHRONOUS.has(name)) return original.apply(this, args);
          const step = { name: `${here.entry}: ${owner}.${name}`, isStorage, room: here.room, args };
          return onStep(step, async () => original.apply(this, args));
        };
      });
    }
  };
  const watchObjects = (namespace: object): void => {
    if (watched.has(namespace)) return;
    watched.add(namespace);
    for (const name of ["get", "getByName"]) {
      replace(namespace, name, (original) => {
        return function (...args) {
          const stub = original.apply(this, args) as object;
          const here = entered.getStore();
          return here === undefined ? stub : watchStub(stub, here, onStep);
        };
      });
    }
  };
  const enter = (room: DurableObjectState, env: object): void => {
    watch("storage", Object.getPrototypeOf(room.storage) as object, true);
    for (const [name, binding] of Object.entries(env) as [string, unknown][]) {
      if (name.startsWith("__VITEST") || typeof binding !== "object" || binding === null) continue;
      const prototype = Object.getPrototypeOf(binding) as object;
      if (prototype === Object.prototype || prototype === Array.prototype) continue;
      // A service binding answers to every name, and other bindings call its `fetch` internally. Rooms have
      // no service binding.
      if (methodsOf(prototype).includes("fetch")) continue;
      if ("idFromName" in binding) watchObjects(prototype);
      else watch(prototype.constructor.name, prototype, false);
      if ("prepare" in binding)
        watch(
          "statement",
          Object.getPrototypeOf((binding as D1Database).prepare("SELECT 1")) as object,
          false,
        );
    }
  };
  for (const name of methodsOf(ThreadRoom.prototype)) {
    replace(ThreadRoom.prototype, name, (original) => {
      return function (...args) {
        const { ctx, env } = this as { readonly ctx: DurableObjectState; readonly env: object };
        if (ctx.id.name !== threadId) return original.apply(this, args);
        enter(ctx, env);
        return entered.run({ room: ctx, entry: name }, () => original.apply(this, args));
      };
    });
  }
  return () => {
    for (const spy of spies) spy.mockRestore();
  };
}

/** A stub has no methods of its own: every property becomes a call. */
function watchStub(stub: object, { room, entry }: Entered, onStep: OnStep): object {
  return new Proxy(stub, {
    get(target, name) {
      return (...args: unknown[]) => {
        const proceed = async (): Promise<unknown> => (target as Methods)[String(name)]?.(...args);
        return onStep({ name: `${entry}: object.${String(name)}`, isStorage: false, room, args }, proceed);
      };
    },
  });
}

function methodsOf(prototype: object): string[] {
  const all = Object.entries(Object.getOwnPropertyDescriptors(prototype));
  return all
    .filter(([name, { value }]) => name !== "constructor" && typeof value === "function")
    .map(([name]) => name);
}

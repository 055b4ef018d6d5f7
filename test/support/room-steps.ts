import { AsyncLocalStorage } from "node:async_hooks";
import { vi } from "vitest";
import { ThreadRoom } from "../../src/thread-room/thread-room.ts";

/** Something that a room asks of the platform and waits for. */
export interface Step {
  /** Where the room was, and what it asked: "alarm: D1Database.batch". */
  readonly name: string;
  /** The room's own storage writes together with what the room wrote just before; everything else is a call to another place. */
  readonly isStorage: boolean;
  readonly room: DurableObjectState;
  readonly args: readonly unknown[];
}

/** Is told of each step; `proceed` does what the room asked for. It is called in the room's own context, before anything has happened. */
export type OnStep = (step: Step, proceed: () => Promise<unknown>) => Promise<unknown>;

type Method = (this: unknown, ...args: unknown[]) => unknown;
type Methods = Record<string, Method>;

interface Entered {
  readonly room: DurableObjectState;
  readonly entry: string;
}

/** What answers at once: nobody waits for it. */
const SYNCHRONOUS = new Set(["prepare", "bind", "withSession", "transactionSync", "resumeMultipartUpload"]);

/**
 * Watches everything that a thread's room awaits, whatever it is: each asynchronous method of its storage, of its bindings and of the objects
 * that it reaches through them. Nothing is listed here, so what the room awaits tomorrow is watched too.
 * @returns ends it
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
      // A service answers to every name, and its `fetch` is also what other bindings call inside: rooms have no service to ask.
      if (methodsOf(prototype).includes("fetch")) continue;
      if ("idFromName" in binding) watchObjects(prototype);
      else watch(prototype.constructor.name, prototype, false);
      if ("prepare" in binding) watch("statement", Object.getPrototypeOf((binding as D1Database).prepare("SELECT 1")) as object, false);
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

/** A stub has no methods of its own: whatever is asked of it becomes a call. */
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
  return all.filter(([name, { value }]) => name !== "constructor" && typeof value === "function").map(([name]) => name);
}

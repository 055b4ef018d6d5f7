import { ServiceError } from "./domain/errors.ts";
import { repeatWhileLost } from "./domain/repeat-while-lost.ts";
import { transientFaultOf } from "./domain/transient-fault.ts";

type Methods<Api> = Exclude<keyof Api, keyof Rpc.DurableObjectBranded>;

/** The methods of a Durable Object, and its `fetch`. */
export type ObjectCalls<Api> = {
  readonly [Name in Methods<Api>]: Api[Name] extends (...args: infer Args) => infer Result
    ? (...args: Args) => Promise<Awaited<Result>>
    : never;
} & { readonly fetch: (request: Request) => Promise<Response> };

/**
 * Returns the object's methods. Each call creates a new stub, because a stub of a reset object stays broken.
 * A call that is lost runs up to three times, so each method must bear a repetition.
 * @throws ServiceError `unavailable`, from each method, if the object stays lost or is overloaded
 */
export function callObject<Api extends Rpc.DurableObjectBranded>(
  objects: DurableObjectNamespace<Api>,
  name: string,
): ObjectCalls<Api> {
  return new Proxy({} as ObjectCalls<Api>, {
    get: (_, method) => {
      // An object with the method `then` would count as a promise.
      if (typeof method !== "string" || method === "then") return undefined;
      return async (...args: unknown[]) => {
        try {
          return await repeatWhileLost(async () => {
            const stub = objects.getByName(name) as unknown as Record<
              string,
              (...given: unknown[]) => Promise<unknown>
            >;
            return await stub[method]?.(...args);
          });
        } catch (error) {
          if (transientFaultOf(error) === null) throw error;
          const message = "A part of the service restarts or is busy. Try again in a moment.";
          throw new ServiceError("unavailable", message, { cause: error });
        }
      };
    },
  });
}

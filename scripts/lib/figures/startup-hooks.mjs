/** Lets Node load a Worker's bundle: the only module that Node lacks exports the base classes of Workers. */
import { registerHooks } from "node:module";

const PLATFORM = `export class DurableObject {}
export const env = {};`;

registerHooks({
  resolve: (specifier, context, next) =>
    specifier === "cloudflare:workers"
      ? {
          url: `data:text/javascript,${encodeURIComponent(PLATFORM)}`,
          format: "module",
          shortCircuit: true,
        }
      : next(specifier, context),
});

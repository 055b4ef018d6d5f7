import fc from "fast-check";
import { inject } from "vitest";

declare module "vitest" {
  interface ProvidedContext {
    propertySeed: number;
  }
}

fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: inject("propertySeed") });

import { inject } from "vitest";

declare module "vitest" {
  interface ProvidedContext {
    isWhole: boolean;
  }
}

/** How often an exhaustive test tries: all of it in `npm run test:exhaustive`, a share in `.ci/run`. */
export function scaled<T>({ whole, share }: { readonly whole: T; readonly share: T }): T {
  return inject("isWhole") ? whole : share;
}

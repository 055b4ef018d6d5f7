import type { Caller, World } from "./world.ts";

export interface ContractRequest {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: Readonly<Record<string, unknown>>;
}

/** A request that an operation takes; what it answers to whom is in the operation's own `contract`. */
export interface ContractCase {
  /** A request that succeeds for its caller, or for the service that the operation is for. */
  readonly request: (world: World, caller: Caller) => ContractRequest | Promise<ContractRequest>;
  /** Who succeeds with it; the owner unless it is said. */
  readonly caller?: (world: World) => Caller;
  /** The answer's `message`, where it is not the operation's own. */
  readonly message?: string;
  /** Values that a query refuses, by parameter. */
  readonly wrongQuery?: Readonly<Record<string, readonly string[]>>;
}

export type ContractCases = Readonly<Record<string, ContractCase>>;

/** What a listing's paging refuses. */
export const WRONG_PAGING = { limit: ["-1", "x", "1.5"], offset: ["-1", "x", "1.5"], sort: ["nonsense", "-"] } as const;

/** What a rehearsal's query refuses. */
export const WRONG_DRY_RUN = { dryRun: ["", "yes"] } as const;

import type { Caller, World } from "./world.ts";

export interface ContractRequest {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: Readonly<Record<string, unknown>>;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A valid request for an operation. The operation's own `contract` states the responses. */
export interface ContractCase {
  /** A request that succeeds for its caller, or for the service if the operation is for services. */
  readonly request: (world: World, caller: Caller) => ContractRequest | Promise<ContractRequest>;
  /** The caller for whom it succeeds. Default: the owner. */
  readonly caller?: (world: World) => Caller;
  /** The response's `message`, where it differs from the operation's own. */
  readonly message?: string;
  /** Query values that the service rejects, by parameter. */
  readonly wrongQuery?: Readonly<Record<string, readonly string[]>>;
}

export type ContractCases = Readonly<Record<string, ContractCase>>;

/** Values that paging parameters reject. */
export const WRONG_PAGING = {
  limit: ["-1", "x", "1.5"],
  offset: ["-1", "x", "1.5"],
  sort: ["nonsense", "-"],
} as const;

/** Values that the dry run parameter rejects. */
export const WRONG_DRY_RUN = { dryRun: ["", "yes"] } as const;

import type { Caller, World } from "./world.ts";

export interface ContractRequest {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: Readonly<Record<string, unknown>>;
}

export type Outcome = "ok" | "not_found" | "permission_denied";

export interface ContractCase {
  /** A request that succeeds for its caller, or for the service that the operation is for. */
  readonly request: (world: World, caller: Caller) => ContractRequest | Promise<ContractRequest>;
  /** Who succeeds with it; the owner unless it is said. */
  readonly caller?: (world: World) => Caller;
  /** D1 round trips of that request. */
  readonly trips: number;
  /** What the same request answers to somebody who may only read. */
  readonly reader: Outcome;
  /** What it answers to somebody of another tenant; `ok` where it is about themselves. */
  readonly stranger: Outcome;
  /** Values that a query refuses, by parameter. */
  readonly wrongQuery?: Readonly<Record<string, readonly string[]>>;
}

export type ContractCases = Readonly<Record<string, ContractCase>>;

/** Reads a record. */
export const READ = { trips: 1, reader: "ok", stranger: "not_found" } as const;
/** Changes a record, which a reader may not. */
export const CHANGE = { trips: 2, reader: "permission_denied", stranger: "not_found" } as const;
/** Is about the caller themselves. */
export const OWN = { trips: 1, reader: "ok", stranger: "ok" } as const;
/** No user may. */
export const FOR_SERVICES = { trips: 1, reader: "permission_denied", stranger: "permission_denied" } as const;

/** What a listing's paging refuses. */
export const WRONG_PAGING = { limit: ["-1", "x", "1.5"], offset: ["-1", "x", "1.5"], sort: ["nonsense", "-"] } as const;

/** What a rehearsal's query refuses. */
export const WRONG_DRY_RUN = { dryRun: ["", "yes"] } as const;

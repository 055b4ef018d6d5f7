import { ASSET_CASES } from "./cases/assets.ts";
import { COLLECTION_CASES } from "./cases/collections.ts";
import { SERVICE_CASES } from "./cases/service.ts";
import { SHARING_CASES } from "./cases/sharing.ts";
import { THREAD_CASES } from "./cases/threads.ts";
import { USER_CASES } from "./cases/users.ts";
import type { ContractCases } from "./contract-case.ts";

/** One case for each operation, by operation id. A test checks that none is missing or left over. */
export const CASES: ContractCases = {
  ...USER_CASES,
  ...COLLECTION_CASES,
  ...SHARING_CASES,
  ...ASSET_CASES,
  ...THREAD_CASES,
  ...SERVICE_CASES,
};

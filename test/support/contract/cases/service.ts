import { newId } from "../../../../src/domain/ids.ts";
import { ID_FIELDS } from "../../../../src/http/routes/service/validate-identifiers.ts";
import { type ContractCases, FOR_SERVICES, OWN, READ, WRONG_PAGING } from "../contract-case.ts";

export const SERVICE_CASES: ContractCases = {
  getStatus: { ...OWN, request: () => ({}) },
  healMissingUserSnapshots: { ...FOR_SERVICES, trips: 2, request: () => ({}) },
  orderHealingOfUserSnapshots: { ...FOR_SERVICES, trips: 2, request: () => ({}) },
  repairMissingUserData: { ...FOR_SERVICES, trips: 2, request: () => ({}) },
  describeThreadEvents: { ...OWN, trips: 0, request: () => ({}) },
  describeRecords: { ...OWN, trips: 0, request: () => ({}) },
  validateIdentifiers: {
    ...OWN,
    trips: 0,
    request: () => ({ body: Object.fromEntries(Object.entries(ID_FIELDS).map(([name, kind]) => [name, newId(kind)])) }),
  },
  listJobs: {
    ...FOR_SERVICES,
    request: () => ({ query: { state: "parked", limit: "10", offset: "0", sort: "-parkedAt" } }),
    wrongQuery: { ...WRONG_PAGING, state: ["", "due"] },
  },
  listOrganizationEvents: {
    ...READ,
    reader: "not_found",
    request: ({ owner }) => ({ params: { organizationId: owner.organizationId }, query: { limit: "2", sort: "-at" } }),
    wrongQuery: { ...WRONG_PAGING, actorId: ["x"], targetId: ["x", "user_"], operation: [""], from: ["yesterday"], to: ["2026"] },
  },
  releaseJobs: { ...FOR_SERVICES, trips: 1, request: () => ({ body: {} }) },
  reindexOrganization: { ...FOR_SERVICES, request: ({ owner }) => ({ body: { organizationId: owner.organizationId } }) },
};

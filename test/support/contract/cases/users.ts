import { signUp, syncBody } from "../../people.ts";
import { type ContractCases, CHANGE, FOR_SERVICES, OWN, WRONG_DRY_RUN } from "../contract-case.ts";

let days = 30;

export const USER_CASES: ContractCases = {
  syncUser: { ...OWN, request: (_, caller) => ({ body: syncBody(caller.email) }) },
  getCollectionTree: { ...OWN, request: () => ({}) },
  createDevice: { ...OWN, request: () => ({}) },
  updateOrganization: {
    ...CHANGE,
    reader: "not_found",
    // Another one each time: setting what it is already changes nothing.
    request: ({ owner }) => ({ params: { organizationId: owner.organizationId }, body: { retentionDays: (days += 1) } }),
  },
  mergeUsers: {
    wrongQuery: WRONG_DRY_RUN,
    ...FOR_SERVICES,
    trips: 2,
    request: async () => {
      const [kept, merged] = [await signUp("kept"), await signUp("merged")];
      return { body: { newUserID: kept.userId, oldUserId: merged.userId, reason: "Two accounts of one person" } };
    },
  },
};

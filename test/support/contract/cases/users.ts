import { signUp, syncBody } from "../../people.ts";
import { type ContractCases, FOR_SERVICES, OWN } from "../contract-case.ts";

export const USER_CASES: ContractCases = {
  syncUser: { ...OWN, request: (_, caller) => ({ body: syncBody(caller.email) }) },
  getCollectionTree: { ...OWN, request: () => ({}) },
  createDevice: { ...OWN, request: () => ({}) },
  mergeUsers: {
    ...FOR_SERVICES,
    trips: 2,
    request: async () => {
      const [kept, merged] = [await signUp("kept"), await signUp("merged")];
      return { body: { newUserID: kept.userId, oldUserId: merged.userId, reason: "Two accounts of one person" } };
    },
  },
};

import * as z from "zod";
import { countOf } from "../../../domain/count-of.ts";
import { listUsers } from "../../../services/users/list-users.ts";
import { defineOperation } from "../../operation.ts";
import { idListParam } from "../../wire/collections/id-list.ts";
import { idParam } from "../../wire/identifier.ts";
import { people, presentPeople } from "../../wire/users/people.ts";

export const listUsersOperation = defineOperation({
  id: "listUsers",
  method: "GET",
  path: "/v1/users",
  audience: "user",
  access: "Own account; people of a common organization, collection or thread",
  contract: { stranger: "ok" },
  tag: "users",
  summary: "Names and pictures of people.",
  description:
    "Repeat `ids` for up to 100 users. The response has the caller, people of the caller's organizations and shared " +
    "collections, and with `threadID` the readers of that thread and the authors of its messages. It leaves out other users.",
  query: z.object({ ids: idListParam("user"), threadID: idParam("thread").optional() }),
  message: ({ data }) => `${countOf(Object.keys(data.people).length, "user")} found.`,
  data: z.object({ people }),
  async handle(ctx, { query: { ids, threadID: threadId = null } }) {
    const rows = await listUsers(ctx, { userIds: ids, threadId });
    return { data: { people: presentPeople(rows) } };
  },
});

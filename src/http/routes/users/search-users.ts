import * as z from "zod";
import { countOf } from "../../../domain/count-of.ts";
import { pictureUrl } from "../../../domain/picture-url.ts";
import { searchUsers } from "../../../services/users/search-users.ts";
import { defineOperation } from "../../operation.ts";
import { text } from "../../wire/fields.ts";
import { idString } from "../../wire/identifier.ts";

const user = z.object({
  id: idString("user"),
  displayName: z.string(),
  pictureURL: z.string(),
  email: z.string().meta({
    description: "The address, under the rule of `GET /v1/collection-access`; otherwise empty.",
  }),
});

export const searchUsersOperation = defineOperation({
  id: "searchUsers",
  method: "POST",
  path: "/v1/users/search",
  audience: "user",
  access: "Own account; members of collections on which you have `share`",
  contract: { stranger: "ok" },
  tag: "users",
  summary: "Find people to share with, by the beginning of their name.",
  description:
    "Finds the active users that `GET /v1/collection-access` lists for a collection on which the caller has " +
    "`share`, except the caller. ASCII letters match in upper and lower case. An empty `namePrefix` finds " +
    "the first users by name.",
  changes: false,
  body: z.object({
    namePrefix: text(0, 255).optional().default(""),
    limit: z.int().min(1).max(50).optional().default(10),
  }),
  example: { namePrefix: "gra", limit: 10 },
  message: ({ data }) => `${countOf(data.users.length, "user")} found.`,
  data: z.object({
    users: z.array(user).meta({ description: "The users, by name." }),
    truncated: z
      .boolean()
      .meta({ description: "true if more users match, or if the search skipped collections beyond 1,000." }),
  }),
  async handle(ctx, { body }) {
    const { users, truncated } = await searchUsers(ctx, body);
    return {
      data: {
        users: users.map(({ pictureUrl: picture, ...rest }) => ({
          ...rest,
          pictureURL: pictureUrl(picture),
        })),
        truncated,
      },
    };
  },
});

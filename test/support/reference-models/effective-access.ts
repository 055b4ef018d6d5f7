import { AccessModel } from "./access-model.ts";
import { type ModelAction, type ModelCollection, type ModelUser } from "./model-user.ts";
import { testEnv } from "../setup/env.ts";

type Row = Readonly<Record<string, string | number | null>>;

async function rowsOf(query: string): Promise<Row[]> {
  return (await testEnv.DB.prepare(query).all<Row>()).results;
}

/**
 * Effective actions by `user kind target`, computed from all rows of some organizations without the service's
 * SQL.
 */
export type EffectiveAccess = ReadonlyMap<string, string>;

export async function accessIn(organizationIds: readonly string[]): Promise<EffectiveAccess> {
  const ours = `organization_id IN (${organizationIds.map((id) => `'${id}'`).join()})`;
  const [users, collections, grants, assets, holders, threads, links, publicLinks, promises] =
    await Promise.all([
      rowsOf("SELECT id, lifecycle_state FROM users"),
      rowsOf(
        `SELECT id, parent_id FROM collections WHERE ${ours} AND lifecycle_state = 'active' ORDER BY depth`,
      ),
      rowsOf(`SELECT user_id, collection_id, action FROM grants WHERE ${ours}`),
      rowsOf(`SELECT id FROM assets WHERE ${ours} AND lifecycle_state <> 'deleted'`),
      rowsOf("SELECT asset_id, collection_id FROM asset_collections"),
      rowsOf(`SELECT id, home_collection_id FROM threads WHERE ${ours} AND lifecycle_state = 'active'`),
      rowsOf("SELECT thread_id, collection_id FROM thread_collections"),
      rowsOf("SELECT id, thread_id, shared_by FROM thread_links WHERE revoked_at IS NULL"),
      rowsOf(`SELECT ig.invitation_id, ig.collection_id, ig.action, inv.email FROM invitation_grants ig JOIN invitations inv ON inv.id = ig.invitation_id
      WHERE inv.${ours} AND inv.redeemed_at IS NULL AND inv.revoked_at IS NULL AND inv.expires_at > ${Date.now()}`),
    ] as const);
  const model = new AccessModel();
  const active = new Map<string, ModelUser>();
  for (const { id, lifecycle_state: state } of users) {
    if (state === "active") active.set(String(id), { id: String(id), token: "", mergedInto: null });
  }
  const known = new Map<string, ModelCollection>();
  for (const { id, parent_id: parent } of collections) {
    known.set(String(id), {
      id: String(id),
      organizationId: "",
      tenantId: "",
      kind: "",
      parent: known.get(String(parent)) ?? null,
    });
  }
  const given = new Set<ModelUser>();
  for (const { user_id: user, collection_id: collection, action } of grants) {
    const [who, on] = [active.get(String(user)), known.get(String(collection))];
    if (who !== undefined && on !== undefined) model.grant(who, on, action as ModelAction);
    if (who !== undefined) given.add(who);
  }
  const access = new Map<string, string>();
  const put = (who: string, kind: string, target: string, actions: readonly string[]): void => {
    if (actions.length > 0) access.set(`${who} ${kind} ${target}`, actions.join());
  };
  const homeOf = new Map(
    threads.map(({ id, home_collection_id: home }) => [String(id), known.get(String(home))]),
  );
  for (const user of given) {
    for (const collection of known.values())
      put(user.id, "collection", collection.id, model.actionsOn(user, collection));
    for (const { id } of assets) {
      const holding = holders.flatMap((row) =>
        row["asset_id"] === id ? (known.get(String(row["collection_id"])) ?? []) : [],
      );
      put(
        user.id,
        "asset",
        String(id),
        model.actionsOnAsset(user, { id: String(id), organizationId: "", collections: new Set(holding) }),
      );
    }
    for (const [id, home] of homeOf) {
      if (home === undefined) continue;
      const linked = links.flatMap((row) =>
        row["thread_id"] === id ? (known.get(String(row["collection_id"])) ?? []) : [],
      );
      const reads = linked.some((collection) => model.actionsOn(user, collection).length > 0);
      const held = model.actionsOn(user, home);
      put(user.id, "thread", id, held.length === 0 && reads ? ["read"] : held);
    }
  }
  for (const { id, thread_id: threadId, shared_by: maker } of publicLinks) {
    const [home, who] = [homeOf.get(String(threadId)), active.get(String(maker))];
    if (home !== undefined && who !== undefined && model.actionsOn(who, home).includes("share"))
      put(String(id), "thread", String(threadId), ["read"]);
  }
  for (const { email, collection_id: collection } of promises) {
    const actions = promises
      .filter((row) => row["email"] === email && row["collection_id"] === collection)
      .map(({ action }) => String(action));
    put(String(email), "invited", String(collection), [...new Set(actions)].toSorted());
  }
  return access;
}

/** `user kind target +gained -lost`, sorted. `invitedIn` covers invitations. */
export function changesOf(before: EffectiveAccess, after: EffectiveAccess): string[] {
  const of = (access: EffectiveAccess, key: string) =>
    (access.get(key) ?? "").split(",").filter((action) => action !== "");
  return [...new Set([...before.keys(), ...after.keys()])]
    .filter((key) => !key.includes(" invited "))
    .flatMap((key) => {
      const [was, is] = [of(before, key), of(after, key)];
      const [gained, lost] = [
        is.filter((action) => !was.includes(action)),
        was.filter((action) => !is.includes(action)),
      ];
      return gained.length + lost.length === 0 ? [] : [`${key} +${gained.join()} -${lost.join()}`];
    })
    .toSorted();
}

/** Effective access in the same form, from a dry run's response. */
export function predictedChanges(data: any): string[] {
  return data.effects
    .filter(({ who }: any) => who.kind !== "invitation")
    .map(
      ({ who, on, gained, lost }: any) => `${who.id} ${on.kind} ${on.id} +${gained.join()} -${lost.join()}`,
    )
    .toSorted();
}

/** The invitations that the change adds or removes: `email collection`, sorted. */
export function invitationChanges(before: EffectiveAccess, after: EffectiveAccess): string[] {
  const keys = [...new Set([...before.keys(), ...after.keys()])].filter((key) => key.includes(" invited "));
  return keys.filter((key) => before.get(key) !== after.get(key)).toSorted();
}

/** Every row of every table as one text, except vector progress, which changes asynchronously. */
export async function dumpDatabase(): Promise<string> {
  const tables = await rowsOf(
    "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' AND name NOT LIKE '\\_cf%' ESCAPE '\\'",
  );
  const contents = await Promise.all(
    tables.map(
      async ({ name }) =>
        [
          name,
          (await rowsOf(`SELECT * FROM "${name}"`))
            .map((row) => JSON.stringify({ ...row, embedding: null }))
            .toSorted(),
        ] as const,
    ),
  );
  return JSON.stringify(contents);
}

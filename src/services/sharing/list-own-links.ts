import { type Action, effectiveActions, parseGranted } from "../../domain/access.ts";
import type { Id } from "../../domain/ids.ts";
import { MAX_OWN_LINKS_COUNTED } from "../../domain/own-links.ts";
import { type OwnLinkListing, type OwnLinkRow, selectOwnLinks } from "../../storage/d1/sharing/own-links.ts";
import { actorSql, type Context, readAsUser } from "../context/context.ts";
import type { Counted } from "../context/require-owner.ts";

export interface OwnLink extends Omit<OwnLinkRow, "collections" | "granted"> {
  readonly collections: readonly { readonly id: Id<"col">; readonly label: string }[];
  readonly actions: readonly Action[];
}

/** List of open links and invitations. Counts at most `MAX_OWN_LINKS_COUNTED` of each kind. */
export interface OwnLinkList extends Counted {
  readonly links: readonly OwnLink[];
}

/**
 * Lists the open public links and invitations that the caller created, in all organizations. A link whose
 * creator may no longer share its thread is not open.
 */
export async function listOwnLinks(ctx: Context, listing: OwnLinkListing): Promise<OwnLinkList> {
  const { rows } = await readAsUser(ctx, selectOwnLinks(ctx.db, actorSql(ctx), listing, ctx.now));
  const counts = Object.values(rows.total[0] ?? {});
  return {
    count: counts.reduce((sum, count) => sum + Math.min(count, MAX_OWN_LINKS_COUNTED), 0),
    truncated: counts.some((count) => count > MAX_OWN_LINKS_COUNTED),
    links: rows.records.map(toOwnLink),
  };
}

function toOwnLink({ collections, granted, ...row }: OwnLinkRow): OwnLink {
  return {
    ...row,
    collections: JSON.parse(collections) as OwnLink["collections"],
    actions: effectiveActions(parseGranted(granted)),
  };
}

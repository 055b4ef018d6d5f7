export const OWN_LINK_KINDS = ["link", "invitation"] as const;
/** A public link of a thread, or an invitation by address. */
export type OwnLinkKind = (typeof OWN_LINK_KINDS)[number];

export const OWN_LINK_SORT_FIELDS = ["createdAt"] as const;

/** Maximum number of links, and of invitations, that a list counts. */
export const MAX_OWN_LINKS_COUNTED = 1_000;

/** Maximum number of collections that a listed invitation names. */
export const COLLECTIONS_PER_LISTED_INVITATION = 20;

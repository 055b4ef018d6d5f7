import { pictureUrl } from "./picture-url.ts";
import type { UserPrincipal } from "./principal.ts";
import type { UserRecord } from "./user.ts";

/** Fields of a user's record that a sign-in may change. */
export type Profile = Pick<
  UserRecord,
  | "displayName"
  | "authDisplayName"
  | "givenName"
  | "familyName"
  | "pictureUrl"
  | "authPictureUrl"
  | "locale"
  | "addresses"
>;

/** Profile fields from the client. An empty string means no value. */
export interface ClientProfile {
  readonly displayName: string;
  readonly locale: string;
  /** The value as the client sent it. A URL other than https removes the picture. */
  readonly photoUrl: string;
}

/** Profile fields from the token. An empty string means no value. */
export type ClaimedProfile = Pick<
  UserPrincipal,
  "name" | "givenName" | "familyName" | "picture" | "locale" | "address"
>;

/**
 * Returns the profile after a sign-in. The client's value takes precedence over the token's claim, and the
 * claim over the stored value.
 * @param claimed null if the token is older than the stored data
 */
export function profileAfter(known: Profile, said: ClientProfile, claimed: ClaimedProfile | null): Profile {
  const displayName = said.displayName || claimed?.name || known.displayName;
  const picture = said.photoUrl === "" ? claimed?.picture || known.pictureUrl : pictureUrl(said.photoUrl);
  const address = claimed?.address ?? null;
  return {
    displayName,
    authDisplayName: displayName,
    givenName: claimed?.givenName || known.givenName,
    familyName: claimed?.familyName || known.familyName,
    pictureUrl: picture,
    authPictureUrl: picture,
    locale: said.locale || claimed?.locale || known.locale,
    addresses: address === null ? known.addresses : [address],
  };
}

/** Returns the new profile if it differs from the old one, otherwise null. */
export function changedProfile(known: Profile, after: Profile): Profile | null {
  const fields = Object.keys(after) as (keyof Profile)[];
  return fields.some((field) => JSON.stringify(known[field]) !== JSON.stringify(after[field])) ? after : null;
}

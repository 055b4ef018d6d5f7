import { pictureUrl } from "./picture-url.ts";
import type { UserPrincipal } from "./principal.ts";
import type { UserRecord } from "./user.ts";

/** The fields of a user's record that a sign-in may change. */
export type Profile = Pick<
  UserRecord,
  "displayName" | "authDisplayName" | "givenName" | "familyName" | "pictureUrl" | "authPictureUrl" | "locale" | "addresses"
>;

/** The client's profile fields. "": no value. */
export interface ClientProfile {
  readonly displayName: string;
  readonly locale: string;
  /** The raw value. A URL other than https removes the picture. */
  readonly photoUrl: string;
}

/** The token's profile fields. "": no value. */
export type ClaimedProfile = Pick<UserPrincipal, "name" | "givenName" | "familyName" | "picture" | "locale" | "address">;

/**
 * The profile after a sign-in: the client's value, else the token's claim, else the stored value. Null
 * claims: the token is older than the stored data.
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

/** The profile if it has changed. Null otherwise. */
export function changedProfile(known: Profile, after: Profile): Profile | null {
  const fields = Object.keys(after) as (keyof Profile)[];
  return fields.some((field) => JSON.stringify(known[field]) !== JSON.stringify(after[field])) ? after : null;
}

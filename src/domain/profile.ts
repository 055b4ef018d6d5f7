import { pictureUrl } from "./picture-url.ts";
import type { UserPrincipal } from "./principal.ts";
import type { UserRecord } from "./user.ts";

/** What a sign-in may change of a user's record. */
export type Profile = Pick<
  UserRecord,
  "displayName" | "authDisplayName" | "givenName" | "familyName" | "pictureUrl" | "authPictureUrl" | "locale" | "addresses"
>;

/** What the client says of the person; "" says nothing. */
export interface SaidProfile {
  readonly displayName: string;
  readonly locale: string;
  /** As it came: what is no https address takes the picture away. */
  readonly photoUrl: string;
}

/** What a token says of the person; "" says nothing. */
export type ClaimedProfile = Pick<UserPrincipal, "name" | "givenName" | "familyName" | "picture" | "locale" | "address">;

/** The profile after a sign-in: what the client says, else what the token claims, else as it was. Null claims: the token is an old one. */
export function profileAfter(known: Profile, said: SaidProfile, claimed: ClaimedProfile | null): Profile {
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

/** What of the profile is another one than before; null when nothing is. */
export function profileNews(known: Profile, after: Profile): Profile | null {
  const fields = Object.keys(after) as (keyof Profile)[];
  return fields.some((field) => JSON.stringify(known[field]) !== JSON.stringify(after[field])) ? after : null;
}

import type { Action } from "./access.ts";
import type { Id } from "./ids.ts";
import type { PostalAddress } from "./user.ts";

/** Permissions of service principals. Each service operation needs one of them. */
export const SERVICE_SCOPES = ["assets:status", "ops", "users:merge"] as const;
export type ServiceScope = (typeof SERVICE_SCOPES)[number];

/** A user with a verified token. (`issuer`, `subject`) is the identity, never the e-mail address. */
export interface UserPrincipal {
  readonly kind: "user";
  readonly issuer: string;
  readonly subject: string;
  /** ASCII lower-case. "" when the token contains none. */
  readonly email: string;
  /** The token says so, and the service trusts its issuer for e-mail. */
  readonly emailVerified: boolean;
  /** The claim as it is, even if the service does not trust the issuer. */
  readonly claimsEmailVerified: boolean;
  readonly name: string;
  readonly givenName: string;
  readonly familyName: string;
  readonly picture: string;
  readonly locale: string;
  /** Null when the token contains none. */
  readonly address: PostalAddress | null;
  readonly issuedAt: Date;
  readonly expiresAt: Date;
}

/** Another program of the operator, identified by a shared secret. */
export interface ServicePrincipal {
  readonly kind: "service";
  readonly name: string;
  readonly scopes: readonly ServiceScope[];
}

/** The limits of an API key. They never change while the key lives. */
export interface KeyNarrowing {
  readonly keyId: Id<"key">;
  readonly actions: readonly Action[];
  /**
   * Whether the key is limited to its collections and their subtrees. Otherwise it applies wherever its user
   * has the actions.
   */
  readonly namesCollections: boolean;
}

/**
 * A program that acts for a user by an API key. Its rights are the user's current rights within the key's
 * limits.
 */
export interface KeyPrincipal extends KeyNarrowing {
  readonly kind: "key";
  readonly userId: Id<"user">;
  readonly expiresAt: Date;
}

/** A holder of a thread's public token. Only the thread knows whether the token is live. */
export interface GuestPrincipal {
  readonly kind: "guest";
  readonly publicToken: string;
}

export interface Anonymous {
  readonly kind: "anonymous";
}

/** The caller. */
export type Principal = UserPrincipal | KeyPrincipal | ServicePrincipal | GuestPrincipal | Anonymous;

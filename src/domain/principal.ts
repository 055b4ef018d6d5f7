import type { Action } from "./access.ts";
import type { Id } from "./ids.ts";
import type { PostalAddress } from "./user.ts";

/** Permissions of service principals. Each operation for service principals requires one of them. */
export const SERVICE_SCOPES = ["assets:status", "ops", "users:merge"] as const;
export type ServiceScope = (typeof SERVICE_SCOPES)[number];

/**
 * The proof that an address is verified: a claim of the token, or the issuer itself, which gives out verified
 * addresses only.
 */
export const VERIFIED_BY = ["email_verified", "xms_edov", "issuer"] as const;
export type VerifiedBy = (typeof VERIFIED_BY)[number];

/**
 * A user with a verified token. The pair (`issuer`, `subject`) identifies the user, never the e-mail address.
 */
export interface UserPrincipal {
  readonly kind: "user";
  readonly issuer: string;
  readonly subject: string;
  /** E-mail address with ASCII letters in lower case. Empty if the token contains none. */
  readonly email: string;
  /** True if the token claims a verified address and the service trusts the issuer for e-mail addresses. */
  readonly emailVerified: boolean;
  /** The `email_verified` claim of the token, even if the service does not trust the issuer. */
  readonly claimsEmailVerified: boolean;
  readonly name: string;
  readonly givenName: string;
  readonly familyName: string;
  readonly picture: string;
  readonly locale: string;
  /** Null if the token contains no address. */
  readonly address: PostalAddress | null;
  readonly issuedAt: Date;
  readonly expiresAt: Date;
  /** The browser session of the request; absent for a token. */
  readonly sessionId?: Id<"session">;
}

/** Another program of the operator. It authenticates with a shared secret. */
export interface ServicePrincipal {
  readonly kind: "service";
  readonly name: string;
  readonly scopes: readonly ServiceScope[];
}

/** Limits of an API key. They never change during the life of the key. */
export interface KeyNarrowing {
  readonly keyId: Id<"key">;
  readonly actions: readonly Action[];
  /**
   * True if the key is limited to named collections and their subtrees. Otherwise it applies to all records
   * on which its user has the actions.
   */
  readonly namesCollections: boolean;
}

/**
 * A program that acts for a user with an API key. Its rights are the user's current rights within the limits
 * of the key.
 */
export interface KeyPrincipal extends KeyNarrowing {
  readonly kind: "key";
  readonly userId: Id<"user">;
  readonly expiresAt: Date;
}

/** A visitor with the public token of a thread. Only the thread's row tells if the token is still valid. */
export interface GuestPrincipal {
  readonly kind: "guest";
  readonly publicToken: string;
}

export interface Anonymous {
  readonly kind: "anonymous";
}

/** The authenticated caller. */
export type Principal = UserPrincipal | KeyPrincipal | ServicePrincipal | GuestPrincipal | Anonymous;

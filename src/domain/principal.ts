import type { Action } from "./access.ts";
import type { Id } from "./ids.ts";
import type { PostalAddress } from "./user.ts";

/** What a service principal may be allowed to do; each operation for services asks for one of them. */
export const SERVICE_SCOPES = ["assets:status", "ops", "users:merge"] as const;
export type ServiceScope = (typeof SERVICE_SCOPES)[number];

/** A person with a verified token. (`issuer`, `subject`) is the identity; the e-mail address never is. */
export interface UserPrincipal {
  readonly kind: "user";
  readonly issuer: string;
  readonly subject: string;
  /** ASCII lower-cased; "" when the token names none. */
  readonly email: string;
  /** The token says so, and its issuer is trusted for e-mail. */
  readonly emailVerified: boolean;
  /** What the token alone says, no matter who issued it. */
  readonly claimsEmailVerified: boolean;
  readonly name: string;
  readonly givenName: string;
  readonly familyName: string;
  readonly picture: string;
  readonly locale: string;
  /** Null when the token tells none. */
  readonly address: PostalAddress | null;
  readonly issuedAt: Date;
  readonly expiresAt: Date;
}

/** Another program of the operator, known by a shared secret. */
export interface ServicePrincipal {
  readonly kind: "service";
  readonly name: string;
  readonly scopes: readonly ServiceScope[];
}

/** What an API key leaves of its user's rights; nothing of it changes while the key lives. */
export interface KeyNarrowing {
  readonly keyId: Id<"key">;
  readonly actions: readonly Action[];
  /** It holds these on its own collections and below them alone; otherwise wherever its user holds them. */
  readonly namesCollections: boolean;
}

/** A program that acts for a user by an API key: with what the user may do at that moment, and never more than the key says. */
export interface KeyPrincipal extends KeyNarrowing {
  readonly kind: "key";
  readonly userId: Id<"user">;
  readonly expiresAt: Date;
}

/** Somebody who holds a thread's public token; whether that token is live is for the thread to say. */
export interface GuestPrincipal {
  readonly kind: "guest";
  readonly publicToken: string;
}

export interface Anonymous {
  readonly kind: "anonymous";
}

/** Who is calling. */
export type Principal = UserPrincipal | KeyPrincipal | ServicePrincipal | GuestPrincipal | Anonymous;

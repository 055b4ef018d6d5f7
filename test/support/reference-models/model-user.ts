/** A reference model of access control: plain objects, linear searches, and a walk up the collection tree. */
const INCLUDES = {
  read: ["read"],
  chat: ["read", "chat"],
  write: ["read", "chat", "write"],
  share: ["read", "share"],
  own: ["read", "chat", "write", "share", "own"],
} as const;

export type ModelAction = keyof typeof INCLUDES;
export const MODEL_ACTIONS = Object.keys(INCLUDES) as ModelAction[];

/** A caller. An API key is a caller too: it acts as its user, with fewer rights. */
export interface ModelUser {
  readonly id: string;
  readonly token: string;
  /** The account into which this account was merged. For a key: its user. */
  mergedInto: ModelUser | null;
  readonly scope?: KeyScope;
}

/** An API key as a caller. */
export interface ModelKey extends ModelUser {
  isRevoked: boolean;
}

/**
 * The actions of a key on the listed collections and their subtrees. Without collections, the key works
 * wherever its user has grants.
 */
interface KeyScope {
  readonly actions: readonly ModelAction[];
  readonly collections: readonly ModelCollection[];
}

export interface ModelCollection {
  readonly id: string;
  readonly organizationId: string;
  readonly tenantId: string;
  readonly kind: string;
  parent: ModelCollection | null;
}

/** The account that a caller acts as. */
export function actor(user: ModelUser): ModelUser {
  return user.mergedInto === null ? user : actor(user.mergedInto);
}

/** Whether a key has stopped working. Merging its user's account ends a key too. */
export function hasEnded(visitor: ModelUser | ModelKey): boolean {
  return "isRevoked" in visitor && (visitor.isRevoked || visitor.mergedInto?.mergedInto !== null);
}

export function pathTo(collection: ModelCollection): ModelCollection[] {
  return collection.parent === null ? [collection] : [...pathTo(collection.parent), collection];
}

/** All actions that the granted actions imply, in order. */
export function impliedActions(granted: readonly ModelAction[]): ModelAction[] {
  return MODEL_ACTIONS.filter((action) =>
    granted.some((each) => (INCLUDES[each] as readonly ModelAction[]).includes(action)),
  );
}

import { idFromBytes } from "./identifiers.ts";
import type { Caller, Schemas } from "./operation-types.ts";

/** The profile of a new user. Missing fields are derived from the e-mail address. */
export interface Profile {
  /** E-mail address in the token. */
  readonly email: string;
  readonly displayName?: string;
  readonly locale?: string;
}

export interface CollectionNode {
  readonly id: string;
  readonly label: string;
  readonly kind: string;
  /** Depth of the collection; 0 for the topmost collections that the user may read. */
  readonly depth: number;
}

/** The user's organization and collections. Identifiers are in text spelling. */
export interface Workspace {
  readonly userId: string;
  /** The user's name as others see it. */
  readonly displayName: string;
  readonly organizationContext: { readonly organizationId: string; readonly tenantId: string };
  /** The root collection of the user's organization. */
  readonly rootId: string;
  /** The user's personal collection, private until shared. */
  readonly personalId: string;
  /** The collections that the user may read, parents before children, at most 1,000. */
  readonly collections: readonly CollectionNode[];
}

type Node = Schemas["CollectionTreeNode"];

/**
 * Signs the token's user in; the first call creates the account. @throws ApiError; Error if the account has
 * no personal collection
 */
export async function signIn(
  caller: Caller,
  { email, displayName, locale = "" }: Profile,
): Promise<Workspace> {
  const name = displayName ?? email.split("@")[0] ?? email;
  const slug = name.toLowerCase().replace(/[^a-z0-9]+/g, "-");
  const body = {
    defaultOrganizationDisplayName: `Library of ${name}`,
    defaultOrganizationName: `library-of-${slug}`,
    defaultOrganizationSlug: "",
    defaultProjectDisplayName: "First project",
    defaultProjectName: "first-project",
    defaultProjectSlug: "",
    deviceID: "",
    displayName: displayName ?? "",
    email,
    isEmailVerified: true,
    locale,
    photoURL: "",
    userAgent: "knowledge-workspace-client",
  };
  const { user, workingContext } = (await caller.request("POST", "/v1/users/self/auth-sync", { body })).data;
  const organizationId = idFromBytes("org", workingContext.organizationId);
  const own = workingContext.CollectionTree.find(
    (node) => idFromBytes("org", node.collection.organizationId) === organizationId,
  );
  const personal = own?.children.find((node) => node.collection.collectionKind === "personal");
  if (own === undefined || personal === undefined) throw new Error("The account has no personal collection.");
  return {
    userId: idFromBytes("user", user.id),
    displayName: user.displayName,
    organizationContext: { organizationId, tenantId: idFromBytes("tenant", workingContext.tenantId) },
    rootId: idOf(own),
    personalId: idOf(personal),
    collections: workingContext.CollectionTree.flatMap((node) => flat(node, 0)),
  };
}

/**
 * The collections that the user may read, parents before children, at most 1,000. An API key sees those that
 * it reaches. @throws ApiError
 */
export async function listCollections(caller: Caller): Promise<CollectionNode[]> {
  return (await caller.request("GET", "/v1/users/self/collection-tree")).data.flatMap((node) =>
    flat(node, 0),
  );
}

function idOf({ collection }: Node): string {
  return idFromBytes("col", collection.id);
}

function flat(node: Node, depth: number): CollectionNode[] {
  const { label, collectionKind: kind } = node.collection;
  return [
    { id: idOf(node), label, kind, depth },
    ...node.children.flatMap((child) => flat(child, depth + 1)),
  ];
}

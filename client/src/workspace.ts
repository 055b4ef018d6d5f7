import { idFromBytes } from "./identifiers.ts";
import type { Caller, Schemas } from "./operation-types.ts";

/** Who signs in. What is left out is made of the address. */
export interface Profile {
  /** As the token has it. */
  readonly email: string;
  readonly displayName?: string;
  readonly locale?: string;
}

export interface CollectionNode {
  readonly id: string;
  readonly label: string;
  readonly kind: string;
  /** 0: a top of what the user may read. */
  readonly depth: number;
}

/** Where a user works. Identifiers are in their text spelling. */
export interface Workspace {
  readonly userId: string;
  readonly organizationContext: { readonly organizationId: string; readonly tenantId: string };
  /** The top of the user's organization. */
  readonly rootId: string;
  /** The collection that is theirs alone until they share it. */
  readonly personalId: string;
  /** What they may read, parents before children: at most 1,000. */
  readonly collections: readonly CollectionNode[];
}

type Node = Schemas["CollectionTreeNode"];

/** Signs the token's user in; the first time makes the account. @throws ApiError; Error where the account lacks a collection of its own */
export async function signIn(caller: Caller, { email, displayName, locale = "" }: Profile): Promise<Workspace> {
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
  const own = workingContext.CollectionTree.find((node) => idFromBytes("org", node.collection.organizationId) === organizationId);
  const personal = own?.children.find((node) => node.collection.collectionKind === "personal");
  if (own === undefined || personal === undefined) throw new Error("The account has no personal collection.");
  return {
    userId: idFromBytes("user", user.id),
    organizationContext: { organizationId, tenantId: idFromBytes("tenant", workingContext.tenantId) },
    rootId: idOf(own),
    personalId: idOf(personal),
    collections: workingContext.CollectionTree.flatMap((node) => flat(node, 0)),
  };
}

/** What the token's user may read, parents before children: at most 1,000. An API key is told what it reaches. @throws ApiError */
export async function listCollections(caller: Caller): Promise<CollectionNode[]> {
  return (await caller.request("GET", "/v1/users/self/collection-tree")).data.flatMap((node) => flat(node, 0));
}

function idOf({ collection }: Node): string {
  return idFromBytes("col", collection.id);
}

function flat(node: Node, depth: number): CollectionNode[] {
  const { label, collectionKind: kind } = node.collection;
  return [{ id: idOf(node), label, kind, depth }, ...node.children.flatMap((child) => flat(child, depth + 1))];
}

import { type IdKind, idFromBytes } from "../../domain/ids.ts";

const ID_BYTES = 16;

/**
 * The kind of the identifiers under each field of a frame. Lists of additions and removals have the kind of
 * their parent field.
 */
const KIND_OF: Readonly<Record<string, IdKind>> = {
  createdBy: "user",
  userId: "user",
  left: "user",
  typing: "user",
  messageId: "msg",
  organizationId: "org",
  tenantId: "tenant",
  threadId: "thread",
  assetIDs: "asset",
  assets: "asset",
  assetContext: "asset",
  explicitAssets: "asset",
  collectionAssets: "asset",
  collectionIDs: "col",
  collections: "col",
  collectionReferenceIDs: "col",
  organizationContext: "col",
  citations: "cite",
};
const PASSED_ON: ReadonlySet<string> = new Set(["added", "removed"]);

/** Converts a frame's identifiers from bytes to text. */
export function textFrame(frame: string): string {
  return JSON.stringify(withText(JSON.parse(frame), null));
}

function withText(value: unknown, kind: IdKind | null): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value))
    return kind !== null && isBytes(value)
      ? idFromBytes(kind, value)
      : value.map((each) => withText(each, kind));
  const fields = Object.entries(value).map(([name, field]) => {
    return [name, withText(field, KIND_OF[name] ?? (PASSED_ON.has(name) ? kind : null))] as const;
  });
  return Object.fromEntries(fields);
}

function isBytes(value: readonly unknown[]): value is number[] {
  return value.length === ID_BYTES && value.every((byte) => typeof byte === "number");
}

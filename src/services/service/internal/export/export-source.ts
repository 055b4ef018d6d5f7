import type { ExportedOrganization, ExportedUser, ExportManifest } from "../../../../domain/export-format.ts";
import type {
  CollectionPage,
  ExportedAssetRow,
  ExportedCitationRow,
  ExportedMessageRow,
  ExportedThreadRow,
  IdRange,
  MessagePage,
  pageOfAccess,
  pageOfCollections,
} from "../../../../storage/d1/service/export-pages.ts";
import type { FileSource } from "./asset-files.ts";

export type ExportedCollectionRow = Awaited<ReturnType<typeof pageOfCollections>>[number];
export type ExportedAccessRow = Awaited<ReturnType<typeof pageOfAccess>>[number];

export interface MessageRows {
  readonly messages: readonly ExportedMessageRow[];
  readonly citations: readonly ExportedCitationRow[];
}

/**
 * Pages of records that an export reads. Each page contains the records that the caller may read at that
 * moment.
 * @throws ServiceError as soon as the caller may no longer export
 */
export interface ExportSource extends FileSource {
  readonly of: ExportManifest["of"];
  /** The record of the organization or the user, with the name of its file. */
  readonly head:
    | { readonly file: "organization.jsonl"; readonly record: ExportedOrganization }
    | { readonly file: "user.jsonl"; readonly record: ExportedUser };
  readonly collections: (
    page: Pick<CollectionPage, "after" | "limit">,
  ) => Promise<readonly ExportedCollectionRow[]>;
  readonly access: (page: {
    readonly after: { readonly path: string; readonly userId: string } | null;
    readonly limit: number;
  }) => Promise<readonly ExportedAccessRow[]>;
  readonly assets: (range: IdRange) => Promise<readonly ExportedAssetRow[]>;
  readonly threads: (range: IdRange) => Promise<readonly ExportedThreadRow[]>;
  readonly messages: (page: MessagePage) => Promise<MessageRows>;
}

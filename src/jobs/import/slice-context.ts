import type { Id } from "../../domain/ids.ts";
import type { ImportTarget } from "../../storage/d1/service/imported-rows.ts";
import type { StoredZip } from "../../storage/r2/stored-zip.ts";
import type { JobStores } from "../job-context.ts";
import type { ImportedIds } from "./imported-ids.ts";

/** Dependencies for writing a slice of an import. */
export interface SliceContext extends Pick<JobStores, "db" | "platform"> {
  readonly ids: ImportedIds;
  readonly importId: Id<"op">;
  readonly target: ImportTarget;
  readonly now: Date;
  /** Called for each asset before the import stores any of its data. */
  readonly onAsset: (assetId: Id<"asset">) => void;
}

/** A record with its position in the archive. */
export interface Located<R> {
  readonly record: R;
  readonly place: string;
  readonly zip: StoredZip;
}

import type { Id } from "../../domain/ids.ts";
import type { ImportTarget } from "../../storage/d1/service/imported-rows.ts";
import type { StoredZip } from "../../storage/r2/stored-zip.ts";
import type { JobStores } from "../job-context.ts";
import type { ImportedIds } from "./imported-ids.ts";

/** What a slice of an import is written with. */
export interface SliceContext extends Pick<JobStores, "db" | "platform"> {
  readonly ids: ImportedIds;
  readonly importId: Id<"op">;
  readonly target: ImportTarget;
  readonly now: Date;
  /** Learns of each asset before anything of it is stored. */
  readonly onAsset: (assetId: Id<"asset">) => void;
}

/** A record with where it stands. */
export interface Found<R> {
  readonly record: R;
  readonly place: string;
  readonly zip: StoredZip;
}

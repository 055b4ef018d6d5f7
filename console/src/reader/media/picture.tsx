import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { ErrorState } from "../../parts/empty/error-state.tsx";
import { Skeleton } from "../../parts/skeleton/skeleton.tsx";
import { t } from "../../words/t.ts";
import { useBlobAddress } from "./use-blob-address.ts";

/** A picture, drawn by the browser as nothing but a picture. */
export function Picture({ address, type, name }: { address: string; type: string; name: string }): VNode {
  const { data, error } = useBlobAddress(address, type);
  const [isBroken, setBroken] = useState(false);
  if (error !== null) return <ErrorState error={error} />;
  if (isBroken) return <p class="reader-note">{t("reader.brokenPicture")}</p>;
  if (data === null) return <Skeleton lines={4} />;
  return (
    <div class="reader-picture">
      <img src={data} alt={name} onError={() => setBroken(true)} />
    </div>
  );
}

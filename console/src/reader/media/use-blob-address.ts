import { useEffect } from "preact/hooks";
import { readBytes } from "../../data/stored-text.ts";
import { type Loading, useLoading } from "../use-stored-text.ts";

/**
 * The bytes of an original as an address of this page; null reads nothing. The type comes from the reader's own
 * list, never from the document.
 */
export function useBlobAddress(address: string | null, type: string): Loading<string> {
  const loaded = useLoading(address, async (signal) => {
    const bytes = await readBytes(address ?? "", { signal });
    return URL.createObjectURL(new Blob([bytes], { type }));
  });
  const { data } = loaded;
  useEffect(
    () => () => {
      if (data !== null) URL.revokeObjectURL(data);
    },
    [data],
  );
  return loaded;
}

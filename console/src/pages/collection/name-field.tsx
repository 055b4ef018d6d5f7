import type { VNode } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { invalidate } from "../../data/cache.ts";
import { ApiError, client } from "../../data/client.ts";
import { isEnter } from "../../parts/field/field.tsx";
import { t } from "../../words/t.ts";
import type { Listed } from "./listed.ts";

const MAX_NAME = 255;

/** The name in place. Enter keeps it, Esc takes it back. */
export function NameField({
  listed: { data },
  collectionId,
  onEnd,
}: {
  listed: Listed;
  collectionId: string;
  onEnd: () => void;
}): VNode {
  const field = useRef<HTMLInputElement>(null);
  const [error, setError] = useState("");
  useLayoutEffect(() => {
    field.current?.focus();
    field.current?.setSelectionRange(0, data.displayName.replace(/\.[^.]{1,8}$/, "").length);
  }, []);
  const keep = async (): Promise<void> => {
    const displayName = field.current?.value.trim() ?? "";
    if (displayName === "" || displayName === data.displayName) return onEnd();
    try {
      await client.request("POST", "/v1/assets/{assetID}/attributes", {
        params: { assetID: data.id },
        headers: { "if-match": `"${data.etag}"` },
        body: { assetId: data.id, displayName },
      });
      invalidate(collectionId, data.id);
      onEnd();
    } catch (thrown) {
      setError(thrown instanceof ApiError ? thrown.message : String(thrown));
    }
  };
  return (
    <span class="grow column">
      <input
        ref={field}
        class="name-field"
        defaultValue={data.displayName}
        maxLength={MAX_NAME}
        aria-label={t("library.rename")}
        aria-invalid={error !== ""}
        onKeyDown={(event) => {
          event.stopPropagation();
          if (isEnter(event)) void keep();
          else if (event.key === "Escape") onEnd();
        }}
        onBlur={() => void keep()}
      />
      {error !== "" && (
        <span class="caption field-error" role="alert">
          <bdi lang="en">{error}</bdi>
        </span>
      )}
    </span>
  );
}

import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { type DataOf, idFromBytes } from "../data/client.ts";
import { Button, IconButton } from "../parts/button/button.tsx";
import { announce } from "../parts/status/status.tsx";
import { saveOriginal } from "../parts/save-original/save-original.ts";
import { t } from "../words/t.ts";
import { copy } from "./quotation.ts";

const COPIED_MS = 2_000;

/** Copy, the choice between the pages and the text, and the original. */
export function ReaderFoot({
  asset,
  onCopyQuote,
  link,
  isText,
  onView,
}: {
  asset: DataOf<"GET", "/v1/assets/{assetID}"> | null;
  onCopyQuote: (() => void) | null;
  link: string;
  isText: boolean;
  /** Null if the document has one view. */
  onView: ((isText: boolean) => void) | null;
}): VNode {
  return (
    <footer class="reader-foot row">
      {onCopyQuote !== null && (
        <CopyButton icon="copy" label={t("reader.copyQuote")} shortcut="Y" onCopy={onCopyQuote} />
      )}
      <CopyButton
        icon="link"
        class="icon-on-phone"
        label={t("reader.copyLink")}
        onCopy={() => void copy(link)}
      />
      <span class="grow" />
      {onView !== null && (
        <div class="segments" role="group" aria-label={t("reader.view")}>
          <button type="button" class="small" aria-pressed={!isText} onClick={() => onView(false)}>
            {t("reader.page")}
          </button>
          <button type="button" class="small" aria-pressed={isText} onClick={() => onView(true)}>
            {t("reader.text")}
          </button>
        </div>
      )}
      {asset !== null && asset.signedURL !== "" && (
        <IconButton
          icon="download"
          name={t("reader.download")}
          onClick={() => void saveOriginal(idFromBytes("asset", asset.id))}
        />
      )}
    </footer>
  );
}

function CopyButton({
  icon,
  label,
  class: given = "",
  shortcut,
  onCopy,
}: {
  icon: "copy" | "link";
  label: string;
  class?: string;
  shortcut?: string;
  onCopy: () => void;
}): VNode {
  const [isCopied, setCopied] = useState(false);
  return (
    <Button
      icon={isCopied ? "check" : icon}
      class={given}
      {...(shortcut === undefined ? {} : { shortcut })}
      onClick={() => {
        onCopy();
        setCopied(true);
        announce(t("action.copied"));
        setTimeout(() => setCopied(false), COPIED_MS);
      }}
    >
      <span>{label}</span>
    </Button>
  );
}

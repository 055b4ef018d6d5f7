import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { t } from "../../words/t.ts";
import { Button } from "../button/button.tsx";

/** Copies an address, and says so. */
export function CopyLink({ address }: { address: string }): VNode {
  const [isCopied, setCopied] = useState(false);
  return (
    <Button
      size="small"
      kind="quiet"
      icon={isCopied ? "check" : "link"}
      onClick={() => void navigator.clipboard.writeText(address).then(() => setCopied(true))}
    >
      {isCopied ? t("action.copied") : t("library.copyLink")}
    </Button>
  );
}

import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { invalidate } from "../../data/cache.ts";
import { client } from "../../data/client.ts";
import { TREE } from "../../data/collection-tree.ts";
import { workspace } from "../../data/session.ts";
import { t } from "../../words/t.ts";
import { FormDialog } from "./form-dialog.tsx";

const MAX_URL = 2_048;
const MODES = ["page", "sitemap", "feed", "site"] as const;
type Mode = (typeof MODES)[number];

/** Brings in a web page, or the pages of a site, a site map or a feed. */
export function WebDialog({ collectionId, onClose }: { collectionId: string; onClose: () => void }): VNode {
  const [mode, setMode] = useState<Mode>("page");
  const crawl = async (url: string): Promise<void> => {
    const context = workspace.value?.organizationContext;
    if (context === undefined) return;
    await client.request("POST", "/v1/url/crawl", {
      body: {
        collectionID: collectionId,
        organizationID: context.organizationId,
        tenantID: context.tenantId,
        url,
        mode,
        processInBackground: true,
        processInThread: false,
      },
    });
    invalidate(collectionId, TREE);
  };
  return (
    <FormDialog
      title={t("library.addWeb")}
      label={t("library.webAddress")}
      type="url"
      maxLength={MAX_URL}
      action={t("library.bringIn")}
      onSubmit={crawl}
      onClose={onClose}
    >
      <fieldset class="choices column">
        <legend class="small">{t("library.webMode")}</legend>
        {MODES.map((each) => (
          <label key={each} class="row">
            <input
              type="radio"
              name="mode"
              value={each}
              checked={mode === each}
              onChange={() => setMode(each)}
            />
            {t(`library.web.${each}`)}
          </label>
        ))}
      </fieldset>
    </FormDialog>
  );
}

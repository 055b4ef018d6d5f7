import type { VNode } from "preact";
import { CopyField } from "../../parts/copy/copy-field.tsx";
import { t } from "../../words/t.ts";
import { Words } from "../../words/words.tsx";

/** The addresses at which other programs reach the same documents. */
export function Connect(): VNode {
  return (
    <section class="column">
      <h2>{t("settings.connect")}</h2>
      <p>
        <Words of="settings.connectText" with={{ keys: <a href="/settings/keys">{t("settings.keys")}</a> }} />
      </p>
      <CopyField label={t("settings.mcp")} text={`${location.origin}/mcp`} />
      <CopyField label={t("settings.openAi")} text={`${location.origin}/v1`} />
      <CopyField label={t("settings.api")} text={location.origin} />
      <p class="small">
        <a href="/reference">{t("settings.reference")}</a>
      </p>
    </section>
  );
}

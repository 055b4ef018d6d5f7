import type { VNode } from "preact";
import { Icon } from "../../parts/icon/icon.tsx";
import { t } from "../../words/t.ts";

/** Where other programs reach the same documents. */
export function ConnectNote(): VNode {
  return (
    <section class="card row home-connect small" aria-label={t("home.connect")}>
      <Icon name="plug" />
      <span class="grow">{t("home.connectText")}</span>
      <code>{`${location.origin}/mcp`}</code>
      <a href="/settings/connect">{t("home.connect")}</a>
    </section>
  );
}

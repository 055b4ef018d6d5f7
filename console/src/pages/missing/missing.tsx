import type { VNode } from "preact";
import { ButtonLink } from "../../parts/button/button.tsx";
import { Page } from "../../parts/frame/page.tsx";
import { t } from "../../words/t.ts";

export function Missing(): VNode {
  return (
    <Page title={t("error.noPage")} isTitleShown={false}>
      <div class="empty column">
        <h1>{t("error.noPage")}</h1>
        <ButtonLink href="/">{t("error.toHome")}</ButtonLink>
      </div>
    </Page>
  );
}

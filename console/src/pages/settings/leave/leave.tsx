import type { VNode } from "preact";
import { t } from "../../../words/t.ts";
import { CloseAccount } from "./close-account.tsx";
import { SharedWithMe } from "./shared-with-me.tsx";

/** Giving up what others share, and closing the account. */
export function Leave(): VNode {
  return (
    <section class="column">
      <h2>{t("leave.title")}</h2>
      <SharedWithMe />
      <CloseAccount />
    </section>
  );
}

import type { VNode } from "preact";
import { waitingForSignIn } from "../../data/client.ts";
import { t } from "../../words/t.ts";
import { ButtonLink } from "../button/button.tsx";
import { Dialog } from "../dialog/dialog.tsx";

/**
 * Covers the page while its requests wait for a sign-in. The page keeps its text; the sign-in happens in
 * another tab.
 */
export function SessionDialog(): VNode | null {
  if (waitingForSignIn.value === null) return null;
  return (
    <Dialog
      title={t("signIn.title")}
      onClose={() => {}}
      isRequired
      actions={
        <ButtonLink kind="primary" href="/sign-in" target="_blank">
          {t("signIn.title")}
        </ButtonLink>
      }
    >
      <p>{t("signIn.ended")}</p>
    </Dialog>
  );
}

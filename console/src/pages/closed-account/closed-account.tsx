import type { VNode } from "preact";
import { useEffect, useState } from "preact/hooks";
import { type Account, client } from "../../data/client.ts";
import { readSession, signOut } from "../../data/session.ts";
import { Button } from "../../parts/button/button.tsx";
import { ErrorState } from "../../parts/empty/error-state.tsx";
import { Skeleton } from "../../parts/skeleton/skeleton.tsx";
import { leaving } from "../../words/en/leaving.ts";
import { formatDate } from "../../words/formats.ts";
import { addEnglish, t } from "../../words/t.ts";

addEnglish(leaving);

/**
 * In place of every page while the account is closed: until when it can be opened again. An account that is
 * refused for another reason shows that reason.
 */
export function ClosedAccount({ error }: { error: unknown }): VNode {
  const [account, setAccount] = useState<Account | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  useEffect(() => {
    // A dry run changes nothing, and a closed account may ask for it.
    client.deleteAccount({ dryRun: true }).then(setAccount, () => setFailure(error));
  }, []);
  const open = (): void => {
    setFailure(null);
    client
      .restoreAccount()
      .then(async () => await readSession())
      .then(() => location.reload(), setFailure);
  };
  const until = account?.restorableUntil ?? null;
  return (
    <main class="alone column" id="content">
      <span class="logo" aria-hidden="true">
        K
      </span>
      <h1>{t(account === null || until !== null ? "closed.title" : "error.title")}</h1>
      {failure !== null && <ErrorState error={failure} />}
      {failure === null && account === null && <Skeleton />}
      {account !== null && until !== null && (
        <>
          <p>{t("closed.text", { until: formatDate(new Date(until)) })}</p>
          <Button kind="primary" onClick={open}>
            {t("closed.open")}
          </Button>
        </>
      )}
      <Button onClick={() => void signOut()}>{t("nav.signOut")}</Button>
    </main>
  );
}

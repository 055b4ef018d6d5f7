import type { VNode } from "preact";
import { useEffect, useState } from "preact/hooks";
import { type Account, ApiError, client } from "../../../data/client.ts";
import { useContents } from "../../../data/organization-contents.ts";
import { workspace } from "../../../data/session.ts";
import { Button } from "../../../parts/button/button.tsx";
import { ErrorState } from "../../../parts/empty/error-state.tsx";
import { Skeleton } from "../../../parts/skeleton/skeleton.tsx";
import { formatDate } from "../../../words/formats.ts";
import { t } from "../../../words/t.ts";
import { Words } from "../../../words/words.tsx";
import { AskFirst } from "../../../parts/ask-first/ask-first.tsx";
import { useChange } from "../shared/use-change.ts";

const CODE = "failed_precondition";

/** What closing the account deletes and what stays, by the service's dry run, and the button that does it. */
export function CloseAccount(): VNode {
  const contents = useContents(workspace.value?.rootId ?? "");
  const [planned, setPlanned] = useState<Account | null>(null);
  const { failure, isRunning, run } = useChange();
  const plan = (): void => run(async () => setPlanned(await client.deleteAccount({ dryRun: true })));
  useEffect(plan, []);
  const close = async (): Promise<void> => {
    await client.deleteAccount();
    // The page starts anew with an account that is closed.
    location.assign("/");
  };
  return (
    <>
      <h3>{t("leave.close")}</h3>
      {failure !== null && <Blocked error={failure} onRetry={plan} />}
      {failure === null && (planned === null || contents === null) && <Skeleton lines={4} />}
      {failure === null && planned !== null && contents !== null && (
        <>
          <p>{t("leave.closeText", { until: formatDate(new Date(planned.restorableUntil ?? "")) })}</p>
          <dl class="facts small">
            <div>
              <dt class="muted">{t("leave.goes")}</dt>
              <dd>{t("leave.goesText", contents)}</dd>
              <dd>{t("leave.goesYou")}</dd>
            </div>
            <div>
              <dt class="muted">{t("leave.stays")}</dt>
              <dd>{t("leave.staysText")}</dd>
            </div>
          </dl>
          <p class="small">
            <Words
              of="leave.exportFirst"
              with={{ export: <a href="/settings/export">{t("export.title")}</a> }}
            />
          </p>
          <AskFirst
            label={t("leave.close")}
            question={t("leave.closeSure", contents)}
            isDisabled={isRunning}
            onConfirm={() => run(close)}
          />
        </>
      )}
    </>
  );
}

/** The service names the shared collections that would be left without an owner. */
function Blocked({ error, onRetry }: { error: unknown; onRetry: () => void }): VNode {
  if (!(error instanceof ApiError) || error.code !== CODE)
    return <ErrorState error={error} onRetry={onRetry} />;
  return (
    <div class="column settings-form" role="alert">
      <p>{t("leave.blocked")}</p>
      <p class="settings-text">
        <bdi lang="en">{error.message}</bdi>
      </p>
      <div>
        <Button icon="again" onClick={onRetry}>
          {t("action.retry")}
        </Button>
      </div>
    </div>
  );
}

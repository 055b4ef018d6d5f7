import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { invalidate } from "../../data/cache.ts";
import type { AccessEffects } from "../../data/client.ts";
import { TREE } from "../../data/collection-tree.ts";
import { type Merge as Wanted, mergeAccounts, type Merged, previewMerge } from "../../data/merge-accounts.ts";
import { workspace } from "../../data/session.ts";
import { Button } from "../../parts/button/button.tsx";
import { Effects } from "../../parts/effects/effects.tsx";
import { ErrorState } from "../../parts/empty/error-state.tsx";
import { Field } from "../../parts/field/field.tsx";
import { t } from "../../words/t.ts";
import { AskFirst } from "../../parts/ask-first/ask-first.tsx";
import { useChange } from "./shared/use-change.ts";

/** The audit log keeps it. */
const REASON = "Two accounts of one person";

/** Takes over another account of the same person, after a look at what changes. */
export function Merge(): VNode {
  const [oldUserId, setOldUserId] = useState("");
  const [token, setToken] = useState("");
  const [effects, setEffects] = useState<AccessEffects | null>(null);
  const [merged, setMerged] = useState<Merged | null>(null);
  const { failure, isRunning, run } = useChange();
  const wanted: Wanted = {
    newUserID: workspace.value?.userId ?? "",
    oldUserId: oldUserId.trim(),
    token: token.trim(),
    reason: REASON,
  };
  const isComplete = wanted.oldUserId !== "" && wanted.token !== "";
  const change = (set: (text: string) => void, text: string): void => {
    setEffects(null);
    set(text);
  };
  const merge = async (): Promise<void> => {
    setMerged(await mergeAccounts(wanted));
    setEffects(null);
    setToken("");
    invalidate(TREE);
  };
  return (
    <section class="column">
      <h2>{t("merge.title")}</h2>
      <p>{t("merge.text")}</p>
      <form
        class="column settings-form"
        onSubmit={(event) => {
          event.preventDefault();
          if (isComplete) run(async () => setEffects(await previewMerge(wanted)));
        }}
      >
        <Field
          label={t("merge.other")}
          hint={t("merge.otherHint")}
          placeholder="user_…"
          value={oldUserId}
          onInput={({ currentTarget }) => change(setOldUserId, currentTarget.value)}
        />
        <Field
          type="password"
          autocomplete="off"
          label={t("merge.token")}
          hint={t("merge.tokenHint")}
          value={token}
          onInput={({ currentTarget }) => change(setToken, currentTarget.value)}
        />
        <div>
          <Button type="submit" disabled={!isComplete || isRunning}>
            {t("merge.preview")}
          </Button>
        </div>
      </form>
      {failure !== null && <Refused error={failure} />}
      {effects !== null && (
        <>
          <Effects effects={effects} />
          <AskFirst
            label={t("merge.merge")}
            question={t("merge.sure")}
            isDisabled={isRunning}
            onConfirm={() => run(merge)}
          />
        </>
      )}
      {merged !== null && (
        <p role="status">
          {t("merge.done", {
            documents: merged.assets.assets.length,
            threads: merged.threads.threads.length,
            collections: merged.collections.length,
          })}
        </p>
      )}
    </section>
  );
}

/** The service says why it refuses a merge, also for accounts and tokens that are not the person's. */
function Refused({ error }: { error: unknown }): VNode {
  if (!(error instanceof Error)) return <ErrorState error={error} />;
  return (
    <p class="field-error" role="alert">
      <bdi lang="en">{error.message}</bdi>
    </p>
  );
}

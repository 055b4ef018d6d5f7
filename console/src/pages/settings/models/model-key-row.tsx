import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { client, type DataOf } from "../../../data/client.ts";
import { Button } from "../../../parts/button/button.tsx";
import { ErrorState } from "../../../parts/empty/error-state.tsx";
import { Field } from "../../../parts/field/field.tsx";
import { Tag } from "../../../parts/tag/tag.tsx";
import { formatDate } from "../../../words/formats.ts";
import { t } from "../../../words/t.ts";
import { AskFirst } from "../../../parts/ask-first/ask-first.tsx";
import { useChange } from "../shared/use-change.ts";

const PATH = "/v1/organizations/{organizationId}/model-keys";
const MAX_NAME_CHARS = 100;
const MAX_KEY_CHARS = 500;

type KeyedModel = DataOf<"GET", typeof PATH>["models"][number];

/** The organization's key for one model: its facts, never the key itself, and a form for another one. */
export function ModelKeyRow({
  organizationId,
  keyed: { model, key },
}: {
  organizationId: string;
  keyed: KeyedModel;
}): VNode {
  const [secret, setSecret] = useState("");
  const [name, setName] = useState("");
  const { failure, isRunning, run } = useChange(organizationId);
  const params = { organizationId };
  const set = async (): Promise<void> => {
    const body = { model, key: secret.trim(), name: name.trim() || t("models.usualName") };
    await client.request("PUT", PATH, { params, body });
    setSecret("");
    setName("");
  };
  return (
    <li class="settings-row column settings-form">
      <div class="row wraps">
        <span class="grow column">
          <bdi>{model}</bdi>
          {key !== null && <KeyFacts of={key} />}
        </span>
        {key !== null && (
          <AskFirst
            label={t("webhooks.remove")}
            unseen={model}
            question={t("models.removeSure")}
            isDisabled={isRunning}
            onConfirm={() =>
              run(async () => await client.request("DELETE", PATH, { params, query: { model } }))
            }
          />
        )}
      </div>
      <form
        class="row settings-filters"
        onSubmit={(event) => {
          event.preventDefault();
          if (secret.trim() !== "") run(set);
        }}
      >
        <Field
          type="password"
          autocomplete="off"
          label={t("models.keyOf", { model })}
          value={secret}
          maxLength={MAX_KEY_CHARS}
          onInput={({ currentTarget }) => setSecret(currentTarget.value)}
        />
        <Field
          label={t("models.keyName")}
          value={name}
          maxLength={MAX_NAME_CHARS}
          onInput={({ currentTarget }) => setName(currentTarget.value)}
        />
        <Button type="submit" disabled={secret.trim() === "" || isRunning}>
          {t(key === null ? "models.set" : "models.replace")}
        </Button>
      </form>
      {failure !== null && <ErrorState error={failure} />}
    </li>
  );
}

function KeyFacts({
  of: { name, ending, givenAt, refusedAt, isUsed },
}: {
  of: NonNullable<KeyedModel["key"]>;
}): VNode {
  const since = formatDate(new Date(givenAt));
  return (
    <>
      <bdi class="caption muted">
        {ending === ""
          ? t("models.givenNoEnding", { name, since })
          : t("models.given", { name, ending, since })}
      </bdi>
      {refusedAt !== null && (
        <span class="small">
          <Tag kind="warn">{t("models.key_refused")}</Tag>{" "}
          {t("models.refused", { since: formatDate(new Date(refusedAt)) })}
        </span>
      )}
      {!isUsed && <span class="small">{t("models.unused")}</span>}
    </>
  );
}

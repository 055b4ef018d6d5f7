import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { invalidate, query, useQuery } from "../../data/cache.ts";
import { type ApiKey, client } from "../../data/client.ts";
import { Button } from "../../parts/button/button.tsx";
import { CopyField } from "../../parts/copy/copy-field.tsx";
import { Empty } from "../../parts/empty/empty.tsx";
import { ErrorState } from "../../parts/empty/error-state.tsx";
import { Field } from "../../parts/field/field.tsx";
import { Skeleton } from "../../parts/skeleton/skeleton.tsx";
import { Tag } from "../../parts/tag/tag.tsx";
import { formatDate } from "../../words/formats.ts";
import { t } from "../../words/t.ts";

const KEYS = "own-api-keys";
const keysQuery = query("/v1/api-keys", {}, [KEYS]);
const MAX_NAME_CHARS = 100;

/** Keys with which programs act as the person. */
export function Keys(): VNode {
  const { data, error } = useQuery(keysQuery);
  const [failure, setFailure] = useState<unknown>(null);
  const [secret, setSecret] = useState("");
  const [name, setName] = useState("");
  const [canWrite, setCanWrite] = useState(false);
  const run = (work: () => Promise<void>): void => {
    setFailure(null);
    work().then(() => invalidate(KEYS), setFailure);
  };
  const create = (): void => {
    if (name.trim() === "") return;
    run(async () => {
      const actions = canWrite ? (["read", "chat", "write"] as const) : (["read", "chat"] as const);
      const { key } = await client.keys.create({ name: name.trim(), actions: [...actions] });
      setSecret(key);
      setName("");
    });
  };
  return (
    <section class="column">
      <h2>{t("settings.keys")}</h2>
      <p class="small muted">{t("settings.keysText")}</p>
      <form
        class="column key-form"
        onSubmit={(event) => {
          event.preventDefault();
          create();
        }}
      >
        <Field
          label={t("settings.keyName")}
          value={name}
          maxLength={MAX_NAME_CHARS}
          onInput={(event) => setName(event.currentTarget.value)}
          onEnter={create}
        />
        <label class="row">
          <input
            type="checkbox"
            checked={canWrite}
            onChange={(event) => setCanWrite(event.currentTarget.checked)}
          />
          {t("settings.keyWrites")}
        </label>
        <div>
          <Button kind="primary" type="submit" disabled={name.trim() === ""}>
            {t("settings.createKey")}
          </Button>
        </div>
      </form>
      {secret !== "" && <CopyField label={t("settings.keyShownOnce")} text={secret} />}
      {(failure ?? error) !== null && <ErrorState error={failure ?? error} />}
      {data === null && error === null && <Skeleton />}
      {data?.apiKeys.length === 0 && <Empty>{t("settings.noKeys")}</Empty>}
      <ul class="settings-list" aria-label={t("settings.keys")}>
        {(data?.apiKeys ?? []).map((key) => (
          <KeyRow
            key={key.apiKeyId}
            apiKey={key}
            onRevoke={() => run(async () => void (await client.keys.revoke(key.apiKeyId)))}
          />
        ))}
      </ul>
    </section>
  );
}

function KeyRow({ apiKey, onRevoke }: { apiKey: ApiKey; onRevoke: () => void }): VNode {
  const { name, actions, expiresAt, revokedAt } = apiKey;
  return (
    <li class="settings-row row">
      <span class="grow column">
        <bdi class="cut" title={name}>
          {name}
        </bdi>
        <span class="caption muted">
          {t(actions.includes("write") ? "settings.keyReadsAndWrites" : "settings.keyReads", {
            until: formatDate(new Date(expiresAt)),
          })}
        </span>
      </span>
      {revokedAt !== null ? (
        <Tag>{t("settings.revoked")}</Tag>
      ) : (
        <Button size="small" onClick={onRevoke}>
          {t("settings.revoke")}
          <span class="unseen"> {name}</span>
        </Button>
      )}
    </li>
  );
}

import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { useCollectionTree, pathTo } from "../../../data/collection-tree.ts";
import { client } from "../../../data/client.ts";
import type { Organization } from "../../../data/organizations.ts";
import { Button } from "../../../parts/button/button.tsx";
import { ErrorState } from "../../../parts/empty/error-state.tsx";
import { Field } from "../../../parts/field/field.tsx";
import { t } from "../../../words/t.ts";
import { Choice } from "../shared/choice.tsx";
import { useChange } from "../shared/use-change.ts";
import { WEBHOOK_EVENTS, type WebhookEvent } from "./webhook-events.ts";

const MAX_NAME_CHARS = 100;
const MAX_URL_CHARS = 2_048;
const USUAL_EVENTS: readonly WebhookEvent[] = ["asset.ready", "asset.failed"];

/** Adds a webhook. @param onSecret receives the secret, which the service shows once */
export function WebhookForm({
  organization: { id: organizationId, rootId },
  onSecret,
}: {
  organization: Organization;
  onSecret: (secret: string) => void;
}): VNode {
  const [name, setName] = useState("");
  const [url, setUrl] = useState("");
  const [collectionId, setCollectionId] = useState("");
  const [events, setEvents] = useState(USUAL_EVENTS);
  const { tree } = useCollectionTree();
  const { failure, isRunning, run } = useChange(organizationId);
  const isComplete = name.trim() !== "" && url.trim() !== "" && events.length > 0;
  const places = [...tree.values()].filter(({ id }) => id !== rootId && pathTo(tree, id)[0]?.id === rootId);
  const add = (): void =>
    run(async () => {
      const { data } = await client.request("POST", "/v1/webhooks", {
        body: {
          organizationId,
          name: name.trim(),
          url: url.trim(),
          events: [...events],
          collectionIds: collectionId === "" ? [] : [collectionId],
        },
      });
      onSecret(data.secret ?? "");
      setName("");
      setUrl("");
    });
  return (
    <form
      class="column settings-form"
      onSubmit={(event) => {
        event.preventDefault();
        if (isComplete) add();
      }}
    >
      <Field
        label={t("webhooks.name")}
        value={name}
        maxLength={MAX_NAME_CHARS}
        onInput={({ currentTarget }) => setName(currentTarget.value)}
      />
      <Field
        label={t("webhooks.url")}
        inputMode="url"
        value={url}
        placeholder="https://"
        maxLength={MAX_URL_CHARS}
        onInput={({ currentTarget }) => setUrl(currentTarget.value)}
      />
      <EventChoices events={events} onChange={setEvents} />
      <Choice
        label={t("webhooks.where")}
        value={collectionId}
        options={[["", t("webhooks.everywhere")], ...places.map(({ id, label }) => [id, label] as const)]}
        onChoose={setCollectionId}
      />
      {failure !== null && <ErrorState error={failure} />}
      <div>
        <Button kind="primary" type="submit" disabled={!isComplete || isRunning}>
          {t("webhooks.add")}
        </Button>
      </div>
    </form>
  );
}

function EventChoices({
  events,
  onChange,
}: {
  events: readonly WebhookEvent[];
  onChange: (events: readonly WebhookEvent[]) => void;
}): VNode {
  return (
    <fieldset class="choices">
      <legend class="small">{t("webhooks.events")}</legend>
      {WEBHOOK_EVENTS.map((event) => (
        <label key={event} class="row">
          <input
            type="checkbox"
            checked={events.includes(event)}
            onChange={({ currentTarget: { checked } }) =>
              onChange(WEBHOOK_EVENTS.filter((each) => (each === event ? checked : events.includes(each))))
            }
          />
          {t(`webhooks.event.${event}`)}
        </label>
      ))}
    </fieldset>
  );
}

import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { invalidate, query, useQuery } from "../../data/cache.ts";
import { ApiError, client, idFromBytes, type Schemas } from "../../data/client.ts";
import { TREE } from "../../data/collection-tree.ts";
import { workspace } from "../../data/session.ts";
import { formatDate } from "../../words/formats.ts";
import { t } from "../../words/t.ts";
import { Avatar } from "../avatar/avatar.tsx";
import { Button } from "../button/button.tsx";
import { ErrorState } from "../empty/error-state.tsx";
import { Skeleton } from "../skeleton/skeleton.tsx";
import { CopyLink } from "./copy-link.tsx";
import { GrantList } from "./grant-list.tsx";
import { actionsOf, type Right, RIGHTS, rightOf, rightWord } from "./rights.ts";

type Access = Schemas["AccessRecord"];

const MAX_PEOPLE = 200;
const REMOVE = "remove";

/** The people, invitations and links that reach a collection, each with what can be changed. */
export function AccessList({
  collectionId,
  heading: Heading = "h3",
}: {
  collectionId: string;
  heading?: "h2" | "h3";
}): VNode {
  const { data, error } = useQuery(
    query("/v1/collection-access/{collectionID}", {
      params: { collectionID: collectionId },
      query: { limit: MAX_PEOPLE },
    }),
  );
  const [failure, setFailure] = useState<string | null>(null);
  if (error !== null && data === null) return <ErrorState error={error} />;
  if (data === null) return <Skeleton lines={4} />;
  const members = data.records.filter(({ accessType }) => accessType === "member");
  const others = data.records.filter(({ accessType }) => accessType !== "member");
  const change = async (run: () => Promise<unknown>): Promise<void> => {
    setFailure(null);
    try {
      await run();
    } catch (thrown) {
      setFailure(thrown instanceof ApiError ? thrown.message : String(thrown));
    }
    invalidate(collectionId, TREE);
  };
  return (
    <div class="access-list column">
      {failure !== null && (
        <p class="field-error small" role="alert">
          <bdi lang="en">{failure}</bdi>
        </p>
      )}
      <Heading>{t("library.people")}</Heading>
      <ul>
        {members.map((record) => (
          <Member key={idOf(record)} record={record} collectionId={collectionId} onChange={change} />
        ))}
      </ul>
      {others.length > 0 && (
        <>
          <Heading>{t("share.invitations")}</Heading>
          <ul>
            {others.map((record, at) => (
              <Offer key={`${record.email} ${at}`} record={record} onChange={change} />
            ))}
          </ul>
        </>
      )}
    </div>
  );
}

type Change = (run: () => Promise<unknown>) => Promise<void>;

const idOf = ({ user_id: bytes }: Access): string => (bytes === null ? "" : idFromBytes("user", bytes));

function Member({
  record,
  collectionId,
  onChange,
}: {
  record: Access;
  collectionId: string;
  onChange: Change;
}): VNode {
  const [isWhy, setWhy] = useState(false);
  const [isRemoving, setRemoving] = useState(false);
  const userId = idOf(record);
  const name = record.sortableName || record.email;
  const isSelf = userId === workspace.value?.userId;
  const right = rightOf(record.actions);
  const set = async (actions: readonly Schemas["Action"][]): Promise<void> =>
    await onChange(
      async () =>
        await client.request("POST", "/v1/modify-collection-permissions", {
          body: { collectionId, userId, actions: [...actions] },
        }),
    );
  return (
    <li class="column access-member">
      <div class="row">
        <Avatar name={name} id={userId} />
        <span class="grow column">
          <span class="cut" title={name}>
            <bdi>{name}</bdi> {isSelf && <span class="muted">{t("share.you")}</span>}
          </span>
          <bdi class="cut small muted" title={record.email}>
            {record.email}
          </bdi>
        </span>
        <Button
          size="small"
          kind="quiet"
          aria-expanded={isWhy}
          aria-label={t("share.whyNamed", { name })}
          onClick={() => setWhy(!isWhy)}
        >
          {t("share.why")}
        </Button>
        <select
          aria-label={t("share.rightOf", { name })}
          value={right}
          onChange={({ currentTarget }) => {
            const { value } = currentTarget;
            if (value === REMOVE) {
              currentTarget.value = right;
              setRemoving(true);
            } else void set(actionsOf(value as Right));
          }}
        >
          {RIGHTS.map((each) => (
            <option key={each} value={each}>
              {rightWord(each)}
            </option>
          ))}
          <option value={REMOVE}>{t("share.remove")}</option>
        </select>
      </div>
      {isRemoving && (
        <p class="row access-sure small">
          <span class="grow">{t("share.removeSure", { name })}</span>
          <Button size="small" onClick={() => setRemoving(false)}>
            {t("action.cancel")}
          </Button>
          <Button size="small" kind="danger" onClick={() => void set([])}>
            {t("share.remove")}
          </Button>
        </p>
      )}
      {isWhy && <GrantList collectionId={collectionId} userId={userId} />}
    </li>
  );
}

/** An open invitation, or the public link of a thread. */
function Offer({ record, onChange }: { record: Access; onChange: Change }): VNode {
  const isInvitation = record.accessType === "invitation";
  const { publicToken, tokenGrantedBy, tokenIssuedAt } = record;
  return (
    <li class="row access-member">
      <Avatar name={isInvitation ? record.email : "∞"} />
      <span class="grow column">
        <bdi class="cut" title={record.email}>
          {isInvitation ? record.email : record.sortableName || t("share.link")}
        </bdi>
        <span class="small muted">
          {t("share.by", { name: tokenGrantedBy })}
          {tokenIssuedAt !== null && ` · ${formatDate(new Date(tokenIssuedAt))}`}
        </span>
      </span>
      {isInvitation && publicToken !== "" && (
        <>
          <CopyLink address={`${location.origin}/i#${publicToken}`} />
          <Button
            size="small"
            kind="quiet"
            aria-label={t("share.endNamed", { name: record.email })}
            onClick={() =>
              void onChange(
                async () =>
                  await client.request("DELETE", "/v1/claim-token/{token}", {
                    params: { token: publicToken },
                  }),
              )
            }
          >
            {t("share.end")}
          </Button>
        </>
      )}
    </li>
  );
}

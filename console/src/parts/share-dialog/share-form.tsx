import type { VNode } from "preact";
import { useEffect, useId, useState } from "preact/hooks";
import { invalidate } from "../../data/cache.ts";
import { type AccessEffects, ApiError, client, type Contact, Library } from "../../data/client.ts";
import { TREE } from "../../data/collection-tree.ts";
import { t } from "../../words/t.ts";
import { Button, IconButton } from "../button/button.tsx";
import { Effects } from "../effects/effects.tsx";
import { isEnter } from "../field/field.tsx";
import { CopyLink } from "./copy-link.tsx";
import { actionsOf, type Right, RIGHTS, rightWord } from "./rights.ts";

/** Pause after the last key before the service is asked, in milliseconds. */
const PAUSE_MS = 300;
const MAX_ADDRESS = 254;
const ADDRESS = /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)*$/;

interface Invited {
  readonly email: string;
  readonly publicToken: string;
}

/** Adds people by address. It shows who would gain access before anything changes. */
export function ShareForm({ collectionId }: { collectionId: string }): VNode {
  const [emails, setEmails] = useState<readonly string[]>([]);
  const [typed, setTyped] = useState("");
  const [right, setRight] = useState<Right>("chat");
  const [invited, setInvited] = useState<readonly Invited[]>([]);
  const all = ADDRESS.test(typed.trim()) ? [...new Set([...emails, typed.trim()])] : emails;
  const { effects, error, setError } = usePreview(collectionId, all, right);
  const add = (): void => {
    if (!ADDRESS.test(typed.trim())) return;
    setEmails(all);
    setTyped("");
  };
  const submit = async (): Promise<void> => {
    try {
      const shared = await share(collectionId, all, right, "false");
      if ("newUsers" in shared)
        setInvited(shared.newUsers.map(({ inviteeEmail: email, publicToken }) => ({ email, publicToken })));
      setEmails([]);
      setTyped("");
      invalidate(collectionId, TREE);
    } catch (thrown) {
      setError(messageOf(thrown));
    }
  };
  return (
    <div class="share-form column">
      <div class="row share-add">
        <AddressField
          {...{ emails, typed }}
          onType={setTyped}
          onAdd={add}
          onRemove={(email) => setEmails(emails.filter((other) => other !== email))}
        />
        <select
          aria-label={t("share.right")}
          value={right}
          onChange={({ currentTarget }) => setRight(currentTarget.value as Right)}
        >
          {RIGHTS.map((each) => (
            <option key={each} value={each}>
              {rightWord(each)}
            </option>
          ))}
        </select>
        <Button kind="primary" disabled={all.length === 0 || error !== null} onClick={() => void submit()}>
          {t("share.share")}
        </Button>
      </div>
      <div aria-live="polite">
        {error !== null && (
          <p class="field-error small">
            <bdi lang="en">{error}</bdi>
          </p>
        )}
        {effects !== null && (
          <div class="share-preview">
            <Effects effects={effects} />
          </div>
        )}
        {invited.map(({ email, publicToken }) => (
          <p key={email} class="row share-preview">
            <span class="grow">{t("share.invited", { email })}</span>
            <CopyLink address={`${location.origin}/i#${publicToken}`} />
          </p>
        ))}
      </div>
    </div>
  );
}

const messageOf = (thrown: unknown): string => (thrown instanceof ApiError ? thrown.message : String(thrown));

/** Asks the service who would gain access, a moment after the last change. */
function usePreview(collectionId: string, emails: readonly string[], right: Right) {
  const [effects, setEffects] = useState<AccessEffects | null>(null);
  const [error, setError] = useState<string | null>(null);
  useEffect(() => {
    setEffects(null);
    setError(null);
    if (emails.length === 0) return;
    let isCurrent = true;
    const timer = setTimeout(() => {
      share(collectionId, emails, right, "true").then(
        (found) => isCurrent && setEffects("existingUsers" in found ? null : (found as AccessEffects)),
        (thrown: unknown) => isCurrent && setError(messageOf(thrown)),
      );
    }, PAUSE_MS);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [emails.join(" "), right]);
  return { effects, error, setError };
}

async function share(
  collectionId: string,
  emails: readonly string[],
  right: Right,
  dryRun: "true" | "false",
) {
  const { data } = await client.request("POST", "/v1/share-collections", {
    query: { dryRun },
    body: {
      collectionIds: [collectionId],
      shareTo: [],
      shareToEmails: [...emails],
      actions: actionsOf(right),
    },
  });
  return data;
}

/** Addresses as chips, and a field that proposes people of the own organizations. */
function AddressField({
  emails,
  typed,
  onType,
  onAdd,
  onRemove,
}: {
  emails: readonly string[];
  typed: string;
  onType: (typed: string) => void;
  onAdd: () => void;
  onRemove: (email: string) => void;
}): VNode {
  const id = useId();
  const [contacts, setContacts] = useState<readonly Contact[]>([]);
  useEffect(() => {
    const timer = setTimeout(() => {
      if (typed === "" || typed.includes("@")) return;
      // Without proposals the address can be typed.
      new Library(client).findContacts(typed).then(setContacts, () => setContacts([]));
    }, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  return (
    <div class="grow address-field row">
      {emails.map((email) => (
        <span key={email} class="tag row">
          <bdi>{email}</bdi>
          <IconButton
            size="small"
            icon="close"
            name={t("share.removeNamed", { email })}
            onClick={() => onRemove(email)}
          />
        </span>
      ))}
      <input
        class="grow"
        type="email"
        list={id}
        value={typed}
        maxLength={MAX_ADDRESS}
        aria-label={t("share.who")}
        placeholder={t("share.who")}
        onInput={({ currentTarget }) => onType(currentTarget.value)}
        onKeyDown={(event) => {
          if (!isEnter(event) && event.key !== ",") return;
          event.preventDefault();
          onAdd();
        }}
      />
      <datalist id={id}>
        {contacts
          .filter(({ email }) => email !== "")
          .map(({ email, displayName }) => (
            <option key={email} value={email}>
              {displayName}
            </option>
          ))}
      </datalist>
    </div>
  );
}

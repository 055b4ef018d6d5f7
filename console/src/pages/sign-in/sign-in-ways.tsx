import type { VNode } from "preact";
import { useEffect, useState } from "preact/hooks";
import { query, useQuery } from "../../data/cache.ts";
import { findReturnAddress, takeReturnAddress } from "../../data/return-address.ts";
import { issuerAddress, noteIssuer, takeSignedOut } from "../../data/session.ts";
import { ButtonLink } from "../../parts/button/button.tsx";
import { ErrorState } from "../../parts/empty/error-state.tsx";
import { t } from "../../words/t.ts";

/**
 * A button for each issuer, and the command for one-time links. The only issuer is chosen at once, but not
 * after a failure or a sign-out.
 */
export function SignInWays({ failure }: { failure: string | null }): VNode | null {
  const { data, error } = useQuery(query("/session/issuers", {}));
  const [isSignedOut] = useState(takeSignedOut);
  const [only, another] = data?.issuers ?? [];
  const isOnly = only !== undefined && another === undefined && data?.oneTimeLinks === false;
  const goesOn = isOnly && failure === null && !isSignedOut;
  useEffect(() => {
    if (!goesOn) return;
    const address = issuerAddress(only.issuer, takeReturnAddress());
    noteIssuer();
    location.replace(address);
  }, [goesOn]);
  if (data === null) return error === null ? null : <ErrorState error={error} />;
  if (goesOn) return <p role="status">{t("signIn.leaving", { label: only.label })}</p>;
  return (
    <>
      {failure !== null && <p role="alert">{failure}</p>}
      {failure === null && isSignedOut && <p role="status">{t("signIn.signedOut")}</p>}
      {data.issuers.map(({ issuer, label }) => (
        <ButtonLink
          key={issuer}
          kind="primary"
          href={issuerAddress(issuer, findReturnAddress())}
          onClick={() => {
            takeReturnAddress();
            noteIssuer();
          }}
        >
          {t("signIn.with", { label })}
        </ButtonLink>
      ))}
      {data.oneTimeLinks && <OneTimeLinks />}
      {data.issuers.length === 0 && !data.oneTimeLinks && <p role="status">{t("signIn.nobody")}</p>}
    </>
  );
}

function OneTimeLinks(): VNode {
  return (
    <>
      <p role="status">{t("signIn.none")}</p>
      <AnotherLink />
    </>
  );
}

/** How to get another one-time link. */
export function AnotherLink(): VNode {
  return (
    <>
      <p class="muted small">{t("signIn.another")}</p>
      <code>npm run link</code>
    </>
  );
}

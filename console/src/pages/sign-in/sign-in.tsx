import type { VNode } from "preact";
import { useEffect, useState } from "preact/hooks";
import { useLocation } from "preact-iso";
import { isOwnPath, keepReturnAddressOfTab, takeReturnAddress } from "../../data/return-address.ts";
import { enterOnce, readSession, session } from "../../data/session.ts";
import { ErrorState } from "../../parts/empty/error-state.tsx";
import { signInPage } from "../../words/en/sign-in.ts";
import { addEnglish, t } from "../../words/t.ts";
import { failureText } from "./failure-text.ts";
import { AnotherLink, SignInWays } from "./sign-in-ways.tsx";

addEnglish(signInPage);

type Step = "entering" | "used" | "none" | { readonly error: unknown };

/**
 * Trades the secret of a one-time link, which stands behind `#`, for a session, or offers the issuers. Then
 * it leads to the address that the person wanted, also if another tab has signed in.
 */
export function SignIn(): VNode {
  const { route, query } = useLocation();
  const [step, setStep] = useState<Step>(() => (location.hash.length > 1 ? "entering" : "none"));
  const { state } = session.value;
  const { error: reason, to } = query;
  useEffect(() => {
    document.title = t("signIn.title");
    // After a failure at an issuer, the address has the page that the person wanted.
    if (to !== undefined && isOwnPath(to)) keepReturnAddressOfTab(to);
    // Somebody may be signed in already. The page offers the ways to sign in otherwise.
    const look = (): void => void readSession().catch((error: unknown) => setStep({ error }));
    const enter = (): void => {
      const once = location.hash.slice(1);
      if (once === "") return;
      history.replaceState(null, "", location.pathname);
      setStep("entering");
      enterOnce(once).then(
        (outcome) => {
          setStep(outcome === "signed-in" ? "entering" : outcome);
          if (outcome === "none") look();
        },
        (error: unknown) => setStep({ error }),
      );
    };
    if (location.hash.length <= 1) look();
    enter();
    // A link that is opened in this tab changes only the part behind `#`.
    addEventListener("hashchange", enter);
    return () => removeEventListener("hashchange", enter);
  }, []);
  useEffect(() => {
    if (state === "signed-in") route(takeReturnAddress(), true);
  }, [state]);
  return (
    <main class="alone column" id="content">
      <span class="logo" aria-hidden="true">
        K
      </span>
      <h1>{t("app.name")}</h1>
      <Told step={step} failure={failureText(reason)} />
    </main>
  );
}

function Told({ step, failure }: { step: Step; failure: string | null }): VNode | null {
  if (typeof step === "object") return <ErrorState error={step.error} />;
  if (step === "entering") return <p role="status">{t("signIn.entering")}</p>;
  if (step === "none") return session.value.state === "signed-out" ? <SignInWays failure={failure} /> : null;
  return (
    <>
      <p role="alert">{t("signIn.used")}</p>
      <AnotherLink />
    </>
  );
}

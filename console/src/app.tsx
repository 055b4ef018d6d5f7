import type { VNode } from "preact";
import { useEffect, useState } from "preact/hooks";
import { LocationProvider, useLocation } from "preact-iso";
import { CONSOLE_PATHS, OPEN_PATHS } from "./console-paths.ts";
import { ApiError } from "./data/client.ts";
import { followChanges } from "./data/follow-changes.ts";
import { keepReturnAddress } from "./data/return-address.ts";
import { readSession, session } from "./data/session.ts";
import { ErrorState } from "./parts/empty/error-state.tsx";
import { ErrorBoundary } from "./parts/frame/error-boundary.tsx";
import { Frame } from "./parts/frame/frame.tsx";
import { RefusedAccount, Routes } from "./routes.tsx";

/** The code for accounts that are closed, merged or suspended. */
const REFUSED = "permission_denied";

export function App(): VNode {
  return (
    <LocationProvider scope={CONSOLE_PATHS}>
      <Guarded />
    </LocationProvider>
  );
}

/** Routes without a sign-in stand alone. All others wait for the session, or lead through the sign-in. */
function Guarded(): VNode | null {
  const { path, route, url } = useLocation();
  const [error, setError] = useState<unknown>(null);
  const isOpen = OPEN_PATHS.test(path);
  const { state } = session.value;
  const read = (): void => {
    setError(null);
    readSession().catch(setError);
  };
  useEffect(() => {
    if (!isOpen && state === "unknown") read();
    if (!isOpen && state === "signed-out") {
      keepReturnAddress(url);
      route("/sign-in", true);
    }
  }, [isOpen, state]);
  useEffect(() => (isOpen || state !== "signed-in" ? undefined : followChanges()), [isOpen, state]);
  const routes = (
    <ErrorBoundary address={path}>
      <Routes />
    </ErrorBoundary>
  );
  if (isOpen) return routes;
  if (error !== null)
    return error instanceof ApiError && error.code === REFUSED ? (
      <RefusedAccount error={error} />
    ) : (
      <ErrorState error={error} onRetry={read} />
    );
  if (state !== "signed-in") return null;
  return <Frame>{routes}</Frame>;
}

import type { FunctionComponent, VNode } from "preact";
import { useEffect, useState } from "preact/hooks";
import { lazy, Route, Router } from "preact-iso";
import { ErrorState } from "./parts/empty/error-state.tsx";
import { noteFocus } from "./parts/frame/page.tsx";

// oxlint-disable-next-line typescript/no-explicit-any -- each page has props of its own, by the names in its path
type PageView = FunctionComponent<any>;

/** A page whose chunk cannot be loaded throws when it is drawn, so that the error boundary shows why. */
function page(load: () => Promise<PageView>): PageView {
  return lazy(async () =>
    load().catch((error: unknown): PageView => () => {
      throw error;
    }),
  );
}

/** Each page is one chunk, loaded with its first visit. */
const Home = page(async () => (await import("./pages/home/home.tsx")).Home);
const Library = page(async () => (await import("./pages/library/library.tsx")).Library);
const Collection = page(async () => (await import("./pages/collection/collection.tsx")).Collection);
const Document = page(async () => (await import("./pages/document/document.tsx")).Document);
const Thread = page(async () => (await import("./pages/thread/thread.tsx")).Thread);
const Threads = page(async () => (await import("./pages/threads/threads.tsx")).Threads);
const Search = page(async () => (await import("./pages/search/search.tsx")).Search);
const Deleted = page(async () => (await import("./pages/deleted/deleted.tsx")).Deleted);
const Settings = page(async () => (await import("./pages/settings/settings.tsx")).Settings);
const PublicThread = page(async () => (await import("./pages/public-thread/public-thread.tsx")).PublicThread);
const Invitation = page(async () => (await import("./pages/invitation/invitation.tsx")).Invitation);
const SignIn = page(async () => (await import("./pages/sign-in/sign-in.tsx")).SignIn);
const Missing = page(async () => (await import("./pages/missing/missing.tsx")).Missing);

/** The only page that a released build leaves out. */
const STYLES: FunctionComponent | null = HAS_STYLES_PAGE
  ? page(async () => (await import("./pages/styles/styles.tsx")).Styles)
  : null;

export function Routes(): VNode {
  return (
    <Router onLoadStart={noteFocus}>
      <Route path="/" component={Home} />
      <Route path="/library" component={Library} />
      <Route path="/c/:collection" component={Collection} />
      <Route path="/d/:asset" component={Document} />
      <Route path="/t/:thread" component={Thread} />
      <Route path="/threads" component={Threads} />
      <Route path="/search" component={Search} />
      <Route path="/deleted" component={Deleted} />
      <Route path="/settings/:part?" component={Settings} />
      <Route path="/p/:thread" component={PublicThread} />
      <Route path="/i" component={Invitation} />
      <Route path="/sign-in" component={SignIn} />
      {STYLES === null ? [] : <Route path="/styles" component={STYLES} />}
      <Route default component={Missing} />
    </Router>
  );
}

/** The page of an account that the service refuses. It stands outside of the router. */
export function RefusedAccount({ error }: { error: unknown }): VNode | null {
  const [View, setView] = useState<PageView | null>(null);
  useEffect(() => {
    import("./pages/closed-account/closed-account.tsx").then(
      ({ ClosedAccount }) => setView(() => ClosedAccount),
      () => setView(() => (): VNode => <ErrorState error={error} />),
    );
  }, []);
  return View === null ? null : <View error={error} />;
}

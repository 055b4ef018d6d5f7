import { Component, type ComponentChildren, type VNode } from "preact";
import { useEffect } from "preact/hooks";
import { fetchOwn } from "../../data/client.ts";
import { isAway } from "../../data/is-away.ts";
import { t } from "../../words/t.ts";
import { Button } from "../button/button.tsx";

const RELOADED = "knowledge:reloaded";
/** A second failure within this time shows the message instead of another reload. */
const RELOAD_AGAIN_MS = 60_000;

interface Caught {
  readonly error: unknown;
}

interface Props {
  /** Another address shows another page, so the error is over. */
  readonly address: string;
  readonly children: ComponentChildren;
}

/**
 * Shows an error of a page in its place. A page whose file is gone after a deployment reloads once, if the
 * service answers.
 */
export class ErrorBoundary extends Component<Props, Caught> {
  override state: Caught = { error: null };

  static override getDerivedStateFromError(error: unknown): Caught {
    return { error };
  }

  override componentDidCatch(error: unknown): void {
    if (!isMissingFile(error)) console.error(error);
  }

  override componentDidUpdate(before: Props): void {
    if (before.address !== this.props.address && this.state.error !== null) this.setState({ error: null });
  }

  override render(): ComponentChildren {
    const { error } = this.state;
    return error === null ? this.props.children : <Failed error={error} />;
  }
}

function Failed({ error }: { error: unknown }): VNode {
  const isMissing = isMissingFile(error);
  useEffect(() => {
    if (isMissing) void reloadOnce();
  }, []);
  const why = isMissing ? (isAway.value ? "error.offline" : "error.newVersion") : "error.title";
  return (
    <main class="page" id="content">
      <div class="empty column" role="alert">
        <h1>{t(why)}</h1>
        <Button icon="again" onClick={() => location.reload()}>
          {t("error.reload")}
        </Button>
      </div>
    </main>
  );
}

/** Without the service, a reload would leave the person with the browser's own error page. */
async function reloadOnce(): Promise<void> {
  const last = Number(sessionStorage.getItem(RELOADED) ?? 0);
  if (Date.now() - last < RELOAD_AGAIN_MS) return;
  const { ok } = await fetchOwn("/", { method: "HEAD" }).catch(() => ({ ok: false }));
  if (!ok) return;
  sessionStorage.setItem(RELOADED, String(Date.now()));
  location.reload();
}

/** Browsers throw a TypeError for a module that they cannot load, each with its own text. */
function isMissingFile(error: unknown): boolean {
  return error instanceof TypeError && /module|import/i.test(error.message);
}

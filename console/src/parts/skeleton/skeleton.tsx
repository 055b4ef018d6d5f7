import type { VNode } from "preact";
import { useEffect, useState } from "preact/hooks";
import { t } from "../../words/t.ts";

const AFTER_MS = 200;

/** Grey lines of the real height, 200 ms after it is mounted. Never for something that the cache has. */
export function Skeleton({ lines = 3, height = "var(--row)" }: { lines?: number; height?: string }): VNode {
  const [isShown, setShown] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setShown(true), AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div class="skeleton" aria-busy="true">
      <span class="unseen">{t("app.loading")}</span>
      {isShown &&
        Array.from({ length: lines }, (_, at) => (
          <div key={at} class="skeleton-line" style={{ blockSize: height }}>
            <span style={{ inlineSize: `${70 - ((at * 17) % 40)}%` }} />
          </div>
        ))}
    </div>
  );
}

import type { FunctionComponent, VNode } from "preact";
import { useEffect, useState } from "preact/hooks";
import { Skeleton } from "../../parts/skeleton/skeleton.tsx";
import type { Part } from "./settings-parts.ts";

const loaded = new Map<string, FunctionComponent>();

/** Loads a part at its first visit and shows it. @throws the error of the load, for the page's boundary */
export function SettingsPart({ part: { id, load } }: { part: Part }): VNode {
  const [, setLoaded] = useState("");
  const [failure, setFailure] = useState<{ readonly error: unknown } | null>(null);
  useEffect(() => {
    if (loaded.has(id)) return;
    load().then(
      (view) => {
        loaded.set(id, view);
        setLoaded(id);
      },
      (error: unknown) => setFailure({ error }),
    );
  }, [id]);
  if (failure !== null) throw failure.error;
  const View = loaded.get(id);
  return View === undefined ? <Skeleton lines={4} /> : <View />;
}

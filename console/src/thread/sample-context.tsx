import type { ComponentChildren, VNode } from "preact";
import { useMemo } from "preact/hooks";
import type { OpenThread } from "./open-thread.ts";
import { sampleThread } from "./sample-thread.ts";
import { ThreadProvider } from "./thread-context.ts";

/** Puts parts into a thread that no service knows. */
export function SampleContext({
  children,
  prepare = () => {},
}: {
  children: ComponentChildren;
  /** Changes the thread before the parts are drawn. */
  prepare?: (thread: OpenThread) => void;
}): VNode {
  const value = useMemo(() => {
    const thread = sampleThread();
    prepare(thread);
    return { thread, openSource: () => {} };
  }, []);
  return <ThreadProvider value={value}>{children}</ThreadProvider>;
}

import { createContext } from "preact";
import { useContext } from "preact/hooks";
import type { OpenThread } from "./open-thread.ts";
import type { Cited } from "./timeline/stored-messages.ts";

/** The open thread, for all parts of its page. */
export interface ThreadContext {
  readonly thread: OpenThread;
  /** Opens the reader beside the thread; null for guests, who may open no document. */
  readonly openSource: ((cited: Cited, opener: Element | null) => void) | null;
}

const Context = createContext<ThreadContext | null>(null);

export const ThreadProvider = Context.Provider;

export function useThread(): ThreadContext {
  const found = useContext(Context);
  if (found === null) throw new Error("This part belongs into an open thread.");
  return found;
}

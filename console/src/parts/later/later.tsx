import { type FunctionComponent, h, type VNode } from "preact";
import { useEffect, useState } from "preact/hooks";

/**
 * A part whose code is loaded when it is drawn first. It draws nothing until then. A chunk that is gone after a
 * deployment throws in the drawing, so that the error boundary loads the page anew.
 */
export function later<P extends object>(load: () => Promise<FunctionComponent<P>>): FunctionComponent<P> {
  let known: FunctionComponent<P> | null = null;
  return function Later(props: P): VNode | null {
    const [part, setPart] = useState<FunctionComponent<P> | null>(() => known);
    useEffect(() => {
      if (part !== null) return;
      load()
        .catch((error: unknown): FunctionComponent<P> => () => {
          throw error;
        })
        .then((loaded) => {
          known = loaded;
          setPart(() => loaded);
        })
        // Nothing is left to reject.
        .catch(() => undefined);
    }, []);
    return part === null ? null : h(part as FunctionComponent<object>, props);
  };
}

import type { DataOf } from "../../data/client.ts";
import type { IconName } from "../icon/icon-paths.ts";

type State = DataOf<"GET", "/v1/threads/{threadID}/citations/{citationId}">["state"];

/** Each state of a citation has a word and a sign: the color says it a third time. */
export const CITATION_LOOKS: Readonly<
  Record<State, { readonly kind: "ok" | "info" | "warn" | "plain"; readonly icon: IconName }>
> = {
  valid: { kind: "ok", icon: "check" },
  moved: { kind: "info", icon: "move" },
  changed: { kind: "warn", icon: "alert" },
  gone: { kind: "plain", icon: "close" },
};

import { expect } from "vitest";
import type { PresenceFrame } from "../../../src/domain/events.ts";

export interface Frame {
  readonly seq?: number;
  readonly createdAt?: string;
  readonly resync?: boolean;
  readonly promptV1?: { readonly messageId: number[]; readonly prompt: string };
  readonly promptV2?: { readonly messageId: number[]; readonly prompt: string; readonly createdBy: number[] };
  readonly renameThreadV1?: { readonly messageId: number[]; readonly label: string };
  readonly textV1?: TextFrame;
  readonly presence?: PresenceFrame["presence"];
  readonly error?: {
    readonly code: string;
    readonly message: string;
    readonly messageId: string;
    readonly closeCode?: number;
  };
}

/** The last frame of a socket that closes with this code. */
export function lastFrame(closeCode: 4401 | 4403 | 4412): unknown {
  const code = { 4401: "unauthenticated", 4403: "permission_denied", 4412: "unavailable" }[closeCode];
  return { error: { code, message: expect.any(String), messageId: "", closeCode } };
}

interface TextFrame {
  readonly messageId: string;
  readonly isDone: boolean;
  readonly parts: string[];
  readonly createdBy: number[];
  readonly textSuggestions: string[];
  readonly provenance: {
    readonly transformationId: string;
    readonly scoped: Record<string, number[][]>;
    readonly state: string;
    readonly stoppedBy: string;
    readonly citations?: readonly { readonly assetId: string }[];
  };
}

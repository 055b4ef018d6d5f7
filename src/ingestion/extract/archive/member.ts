import type { Steps } from "../../../text/steps.ts";

/** At most so many files of an archive become assets. */
export const MAX_MEMBERS = 500;
export const MAX_MEMBER_BYTES = 25 * 1024 * 1024;

/** A file in an archive, or one that is attached to a message. */
export interface Member {
  /** Where it stands in the archive, with `/` between folders; safe to show, and different from those of all others. */
  readonly path: string;
  /** As declared, or as its name says. */
  readonly contentType: string;
  /** Bytes that it comes to; 0 of what is attached, where only its bytes tell. */
  readonly size: number;
  /** Why it is not unpacked, as the end of a sentence; null: it is. */
  readonly refusal: string | null;
  /** What it holds, whole. */
  readonly bytes: () => Steps<Uint8Array>;
}

/** Those that become assets. */
export function unpacked(members: readonly Member[]): Member[] {
  return members.filter(({ refusal }) => refusal === null);
}

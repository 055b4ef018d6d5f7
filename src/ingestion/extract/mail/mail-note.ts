import { counted } from "../counted.ts";

/** Numbers of message parts that the extractor did not read. */
export interface LeftOut {
  /** Number of text parts whose bytes are not text. */
  readonly unread: number;
  /** Number of truncated `winmail.dat` files. */
  readonly cut: number;
  /** Number of attachments that the text does not name. */
  readonly unnamed: number;
  readonly isEncrypted: boolean;
}

/** Writes one sentence per kind of omitted part; "" if all parts were read. */
export function mailNote(
  messages: readonly LeftOut[],
  { damaged, files, most }: { readonly damaged: number; readonly files: number; readonly most: number },
): string {
  const sum = (count: (left: LeftOut) => number): number =>
    messages.reduce((total, left) => total + count(left), 0);
  const [unread, cut, unnamed] = [
    sum((left) => left.unread),
    sum((left) => left.cut),
    sum((left) => left.unnamed),
  ];
  const encrypted = sum(({ isEncrypted }) => (isEncrypted ? 1 : 0));
  return [
    damaged > 0 ? `${counted(damaged, "message")} could not be read and ${isOrAre(damaged)} left out.` : "",
    encrypted > 0 ? `The text of ${counted(encrypted, "message")} is encrypted and was not read.` : "",
    unread > 0
      ? `${counted(unread, "part")} declared as text could not be read, because the bytes are not text.`
      : "",
    cut > 0 ? `${counted(cut, "file")} winmail.dat ${isOrAre(cut)} damaged: its end was not read.` : "",
    unnamed > 0
      ? `${counted(unnamed, "attachment")} beyond the first 100 of a message ${isOrAre(unnamed)} not named.`
      : "",
    files > most
      ? `${counted(files - most, "attachment")} beyond the first ${most} ${isOrAre(files - most)} not unpacked.`
      : "",
  ]
    .filter((sentence) => sentence !== "")
    .join(" ");
}

const isOrAre = (count: number): string => (count === 1 ? "is" : "are");

import type { ComponentChildren } from "preact";

/** Addresses of other schemes stay text. */
const ADDRESS = /https?:\/\/[^\s<>"'()[\]{}]{1,2000}/g;
const END_OF_SENTENCE = /[.,;:!?]+$/;

/** A text whose web addresses are links. */
export function linkedText(text: string): ComponentChildren {
  if (!text.includes("://")) return text;
  const parts: ComponentChildren[] = [];
  let from = 0;
  for (const { 0: found, index } of text.matchAll(ADDRESS)) {
    const address = found.replace(END_OF_SENTENCE, "");
    parts.push(
      text.slice(from, index),
      <a key={index} href={address} target="_blank" rel="noopener noreferrer">
        {address}
      </a>,
    );
    from = index + address.length;
  }
  return [...parts, text.slice(from)];
}

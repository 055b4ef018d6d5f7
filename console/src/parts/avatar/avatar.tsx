import type { VNode } from "preact";

const COLORS = 6;
const MAX_SHOWN = 6;

/** The initials of a person on a color of their own. */
export function Avatar({ name, id = name }: { name: string; id?: string }): VNode {
  return (
    <span class={`avatar avatar-${hash(id) % COLORS}`} role="img" aria-label={name} title={name}>
      <span aria-hidden="true">{initialsOf(name)}</span>
    </span>
  );
}

/** Up to six people, and a count of the others. */
export function Avatars({
  people,
}: {
  people: readonly { readonly id: string; readonly name: string }[];
}): VNode {
  const others = people.length - MAX_SHOWN;
  return (
    <span class="avatars row">
      {people.slice(0, MAX_SHOWN).map(({ id, name }) => (
        <Avatar key={id} id={id} name={name} />
      ))}
      {others > 0 && <span class="small muted numbers">+{others}</span>}
    </span>
  );
}

/** The first letters of the first and last word. */
export function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/);
  const letters = [words[0], ...(words.length > 1 ? [words.at(-1)] : [])].map((word) =>
    firstCharacter(word ?? ""),
  );
  return letters.join("").toLocaleUpperCase();
}

function firstCharacter(word: string): string {
  const [first] = new Intl.Segmenter().segment(word);
  return first?.segment ?? "";
}

function hash(text: string): number {
  let sum = 0;
  for (const char of text) sum = (sum * 31 + (char.codePointAt(0) ?? 0)) >>> 0;
  return sum;
}

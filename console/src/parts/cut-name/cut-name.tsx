import type { VNode } from "preact";

/** Shorter names are drawn whole wherever there is room for a name. */
const MIN_LENGTH = 20;
/** The end of a file's name tells versions and types apart. */
const END_LENGTH = 9;

const segmenter = new Intl.Segmenter();

/** A sign has one code unit or more. */
function signsOf(name: string): readonly string[] {
  return name.length < MIN_LENGTH ? [] : [...segmenter.segment(name)].map(({ segment }) => segment);
}

/**
 * A name that loses its middle where it has no room. The whole name stands in the title and is what screen
 * readers and the search of the browser find; the two visible parts are drawn by the stylesheet.
 */
export function CutName({ name }: { name: string }): VNode {
  const signs = signsOf(name);
  if (signs.length < MIN_LENGTH)
    return (
      <bdi class="cut" title={name}>
        {name}
      </bdi>
    );
  return (
    <bdi class="cut-name" title={name}>
      <span class="unseen">{name}</span>
      <span class="cut" aria-hidden="true" data-text={signs.slice(0, -END_LENGTH).join("")} />
      <span aria-hidden="true" data-text={signs.slice(-END_LENGTH).join("")} />
    </bdi>
  );
}

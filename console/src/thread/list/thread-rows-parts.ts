/** The rows and the composer of a thread: a chunk of its own, which loads beside the history. */
export { ComposerPlace } from "../composer/composer-place.tsx";
export { HoverCard } from "../hover-card.tsx";
export { ThreadHeader } from "../thread-header.tsx";
export { ThreadRows } from "../thread-rows.tsx";
export { FollowButton } from "./follow-button.tsx";
export { likelyHeight } from "./likely-height.ts";
export { ListScroll } from "./list-scroll.ts";

import type { PartStates } from "../part-states.ts";
import { Button, ButtonLink, IconButton } from "./button.tsx";

export const buttonStates: PartStates = {
  part: "Button",
  states: {
    kinds: () => (
      <div class="row">
        <Button>Plain</Button>
        <Button kind="primary" icon="upload">
          Choose files
        </Button>
        <Button kind="quiet">Quiet</Button>
        <Button kind="danger" icon="trash">
          Delete
        </Button>
        <ButtonLink href="/styles">Link</ButtonLink>
      </div>
    ),
    small: () => (
      <div class="row">
        <Button size="small">Small</Button>
        <Button size="small" kind="primary">
          Small
        </Button>
      </div>
    ),
    disabled: () => <Button disabled>Not now</Button>,
    icons: () => (
      <div class="row">
        <IconButton name="Settings" icon="settings" />
        <IconButton name="Close" icon="close" size="small" shortcut="Escape" />
        <IconButton name="Here" icon="home" aria-pressed />
      </div>
    ),
  },
};

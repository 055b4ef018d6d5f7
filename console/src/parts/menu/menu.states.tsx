import { useEffect, useState } from "preact/hooks";
import { Button } from "../button/button.tsx";
import type { PartStates } from "../part-states.ts";
import { Menu } from "./menu.tsx";
import { Popover } from "./popover.tsx";

export const menuStates: PartStates = {
  part: "Menu",
  states: {
    closed: () => (
      <Menu
        items={[
          { label: "Rename", shortcut: "F2", onChoose: () => {} },
          {
            label: "Move",
            icon: "move",
            shortcut: "M",
            reason: "You may only read this.",
            onChoose: () => {},
          },
          { label: "Delete", icon: "trash", isDanger: true, onChoose: () => {} },
        ]}
        button={(attributes) => (
          <Button icon="more" {...attributes}>
            More
          </Button>
        )}
      />
    ),
    popover: function PopoverState() {
      const [anchor, setAnchor] = useState<Element | null>(null);
      useEffect(() => () => setAnchor(null), []);
      return (
        <>
          <Button onClick={(event) => setAnchor(event.currentTarget)}>Show the card</Button>
          {anchor !== null && (
            <Popover anchor={anchor} label="A card" onClose={() => setAnchor(null)}>
              <p>A card beside the button.</p>
            </Popover>
          )}
        </>
      );
    },
  },
};

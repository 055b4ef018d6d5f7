import { Button } from "../button/button.tsx";
import type { PartStates } from "../part-states.ts";
import { Banner } from "./banner.tsx";

export const bannerStates: PartStates = {
  part: "Banner",
  states: {
    info: () => (
      <Banner>
        A new version of this page is here. <Button size="small">Reload</Button>
      </Banner>
    ),
    warn: () => <Banner kind="warn">The organization's quota is used up until Monday.</Banner>,
    bad: () => <Banner kind="bad">This account is closed.</Banner>,
    plain: () => <Banner kind="plain">Not connected. What you send waits here.</Banner>,
  },
};

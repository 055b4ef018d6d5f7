import type { PartStates } from "../part-states.ts";
import { ToastCard } from "./toast-view.tsx";

export const toastStates: PartStates = {
  part: "Toast",
  states: {
    undo: () => <ToastCard toast={{ text: "3 documents deleted", undo: () => {} }} onClose={() => {}} />,
    plain: () => <ToastCard toast={{ text: "Grace renamed this thread" }} onClose={() => {}} />,
  },
};

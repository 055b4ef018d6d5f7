import type { PartStates } from "../part-states.ts";
import { Avatar, Avatars } from "./avatar.tsx";

const NAMES = ["Ada Lovelace", "Grace Hopper", "Lin Wei", "Tom Baker", "Rosa Diaz", "Jo Ek", "Mia Ost", "Bo"];

export const avatarStates: PartStates = {
  part: "Avatar",
  states: {
    one: () => <Avatar name="Ada Lovelace" />,
    many: () => <Avatars people={NAMES.map((name) => ({ id: name, name }))} />,
  },
};

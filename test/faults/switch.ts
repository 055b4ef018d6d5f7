/** Signals whether the writers continue. */
export class Switch {
  isOn = true;
}

/** Whether those who write go on. */
export class Switch {
  isOn = true;
}

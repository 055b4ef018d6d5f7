/** Signals whether the writers continue. */
export class StopFlag {
  isRunning = true;
}

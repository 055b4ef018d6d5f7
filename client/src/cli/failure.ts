/** An error that the command line prints without a stack trace. */
export class Failure extends Error {
  readonly exitCode: number;

  constructor(message: string, exitCode = 1) {
    super(message);
    this.exitCode = exitCode;
  }
}

/** A command with wrong arguments. */
export class UsageError extends Failure {
  constructor(message: string) {
    super(message, 2);
  }
}

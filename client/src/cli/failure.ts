/** Something that the command line says without a stack trace. */
export class Failure extends Error {
  readonly exitCode: number;

  constructor(message: string, exitCode = 1) {
    super(message);
    this.exitCode = exitCode;
  }
}

/** A command that was not understood. */
export class UsageError extends Failure {
  constructor(message: string) {
    super(message, 2);
  }
}

/** The part of oxlint's plugin interface that the rules use. It follows ESLint's. */
export interface Node {
  readonly type: string;
  readonly name?: string;
  readonly [key: string]: unknown;
}

export interface RuleContext {
  /** Absolute path of the file. */
  readonly filename: string;
  report(finding: { node: Node; message: string }): void;
}

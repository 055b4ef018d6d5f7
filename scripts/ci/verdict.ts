import type { FileOutcome, Outcome } from "./outcome.ts";

export interface Failed {
  /** File and full name of the test, or the file alone. */
  readonly name: string;
  readonly error: string;
}

export interface Verdict {
  readonly passed: number;
  readonly failed: readonly Failed[];
  /** Tests that failed first and passed when their file ran alone. */
  readonly passedAlone: readonly string[];
}

/**
 * vitest's message if the machine had no time for one of its processes. The file is missing then and runs
 * again.
 */
const OF_POOL = /^\[vitest-pool/;

export const keyOf = ({ project, path }: FileOutcome): string => `${project} ${path}`;

export function isGreen({ isWhole, tests }: FileOutcome): boolean {
  return isWhole && tests.every(({ state }) => state !== "failed");
}

/** The verdict after each failed file ran again alone. */
export function verdictOf(first: Outcome, alone: readonly Outcome[]): Verdict {
  const again = new Map(alone.flatMap(({ files }) => files).map((file) => [keyOf(file), file]));
  const files = first.files.map((file) => judge(file, again.get(keyOf(file))));
  const isExplained = files.some(({ passedAlone }) => passedAlone.length > 0);
  const outside = [
    ...first.errors.filter((error) => !(isExplained && OF_POOL.test(error))),
    ...alone.flatMap(({ errors }) => errors),
  ];
  return {
    passed: files.reduce((sum, { passed }) => sum + passed, 0),
    failed: [
      ...files.flatMap(({ failed }) => failed),
      ...outside.map((error) => ({ name: "outside of the tests", error })),
    ],
    passedAlone: files.flatMap(({ passedAlone }) => passedAlone),
  };
}

function judge(first: FileOutcome, again: FileOutcome | undefined): Verdict {
  const runs = again === undefined ? [first] : [first, again];
  const tests = new Map<string, { isPassed: boolean; error: string | null }>();
  for (const run of runs) {
    for (const [key, { state, error }] of numbered(run.tests)) {
      const known = tests.get(key) ?? { isPassed: false, error: null };
      tests.set(key, {
        isPassed: known.isPassed || state === "passed",
        error: state === "failed" ? error : known.error,
      });
    }
  }
  const all = [...tests].map(([key, test]) => ({ ...test, name: `${first.path} > ${key}` }));
  const last = again ?? first;
  const broken = last.isWhole
    ? []
    : [{ name: first.path, error: last.errors[0] ?? "did not run to its end" }];
  const cameRound = !first.isWhole && again?.isWhole === true ? [first.path] : [];
  return {
    passed: all.filter(({ isPassed }) => isPassed).length,
    failed: [
      ...all.flatMap(({ isPassed, error, name }) => (!isPassed && error !== null ? [{ name, error }] : [])),
      ...broken,
    ],
    passedAlone: [
      ...cameRound,
      ...all.filter(({ isPassed, error }) => isPassed && error !== null).map(({ name }) => name),
    ],
  };
}

/** Two tests of a file may share a name. */
function numbered(tests: FileOutcome["tests"]): [string, FileOutcome["tests"][number]][] {
  const seen = new Map<string, number>();
  return tests.map((test) => {
    const count = (seen.get(test.name) ?? 0) + 1;
    seen.set(test.name, count);
    return [count === 1 ? test.name : `${test.name} (${count})`, test];
  });
}

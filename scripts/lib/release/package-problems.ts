/** Files of the service's package: the ones that a start, an image and a deployment need, and the documents. */
const SERVICE =
  /^(?:\.dockerignore|CHANGELOG\.md|Dockerfile|LICENSE|README\.md|SECURITY\.md|THIRD-PARTY-LICENSES\.txt|compose\.yaml|package\.json|tsconfig\.json|wrangler(?:\.sandbox)?\.toml|(?:console|deploy|docs|migrations|samples|scripts|src|weights)\/.+|client\/(?:LICENSE|README\.md|[\w.-]+\.json|(?:scripts|src)\/.+))$/;
/** Checks of a clone need packages and tests that the package lacks. */
const FOR_CLONES = /^scripts\/(?:ci|lint)\//;
const CLIENT = /^(?:LICENSE|README\.md|package\.json|dist\/[\w/-]+\.(?:js|d\.ts))$/;
const CLIENT_NEEDS = [
  "LICENSE",
  "README.md",
  "dist/cli/main.js",
  "dist/index.d.ts",
  "dist/index.js",
  "package.json",
];
const NEVER =
  /(?:^|\/)(?:node_modules|test|\.knowledge[^/]*|\.deploy|\.wrangler|\.git|\.dev\.vars[^/]*|\.env[^/]*|\.npmrc|secrets\.json)(?:\/|$)|\.(?:test\.[jt]sx?|pem|key|sqlite)$/;

/**
 * Differences between the files of a package and the wanted ones.
 * @param tracked all files of the repository: a state folder or a secret is not among them. The client's
 *   package has built files, so its own rules name them.
 */
export function packageProblems(
  packageName: "service" | "client",
  paths: readonly string[],
  tracked: readonly string[],
): string[] {
  const wanted =
    packageName === "service"
      ? tracked.filter((path) => SERVICE.test(path) && !FOR_CLONES.test(path))
      : [...new Set([...CLIENT_NEEDS, ...paths.filter((path) => CLIENT.test(path))])];
  return [...difference(paths, wanted), ...unwanted(paths)];
}

function difference(paths: readonly string[], wanted: readonly string[]): string[] {
  const [there, expected] = [new Set(paths), new Set(wanted)];
  return [
    ...paths.filter((path) => !expected.has(path)).map((path) => `${path} does not belong there`),
    ...wanted.filter((path) => !there.has(path)).map((path) => `${path} is missing`),
  ];
}

function unwanted(paths: readonly string[]): string[] {
  return paths.filter((path) => NEVER.test(path)).map((path) => `${path} must never be packed`);
}

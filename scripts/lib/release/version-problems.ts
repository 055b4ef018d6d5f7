export interface VersionSources {
  /** Versions by file. */
  readonly versions: Readonly<Record<string, string>>;
  readonly changelog: string;
  readonly security: string;
}

const ENTRY = /^- /m;

/** Reasons why the documents and the packages do not agree on one version to release. */
export function versionProblems({ versions, changelog, security }: VersionSources): string[] {
  const [version = "", ...others] = new Set(Object.values(versions));
  const problems: string[] = [];
  if (others.length > 0)
    problems.push(
      `The versions differ: ${Object.entries(versions)
        .map((each) => each.join(" "))
        .join(", ")}.`,
    );
  if (!/^\d+\.\d+\.\d+$/.test(version)) problems.push(`${version} is no version to release.`);
  if (!new RegExp(`^## \\[${version.replaceAll(".", "\\.")}\\] - \\d{4}-\\d{2}-\\d{2}$`, "m").test(changelog))
    problems.push(`CHANGELOG.md has no section "## [${version}] - YYYY-MM-DD".`);
  const unreleased = /^## \[Unreleased\]\n([^]*?)(?=^## )/m.exec(changelog)?.[1] ?? "";
  if (ENTRY.test(unreleased)) problems.push("CHANGELOG.md still has unreleased changes.");
  const major = version.split(".")[0] ?? "";
  if (!security.includes(`\`${major}.x\``))
    problems.push(`SECURITY.md does not name ${major}.x as supported.`);
  return problems;
}

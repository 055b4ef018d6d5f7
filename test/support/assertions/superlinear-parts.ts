import { analyse } from "scslre";

/**
 * The reasons why an expression may take more than linear time: backtracking within a match, or a restart at
 * each character. Found by static analysis (https://github.com/RunDevelopment/scslre), not by timing.
 */
export function superlinearParts({ source, flags }: { source: string; flags: string }): string[] {
  return analyse({ source, flags }).reports.map((report) => {
    const part =
      report.type === "Move" || report.type === "Self"
        ? report.quant.raw
        : `${report.startQuant.raw} and ${report.endQuant.raw}`;
    return `${part}, for a text of ${JSON.stringify(report.character.pick)}`;
  });
}

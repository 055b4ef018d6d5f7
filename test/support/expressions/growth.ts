import { analyse } from "scslre";

/**
 * Why an expression may take more than linear time for some text: backtracking within a match, or beginning again at each character of a text
 * that it does not match. Found by analysis of the expression and not by the clock (https://github.com/RunDevelopment/scslre).
 */
export function superlinearParts({ source, flags }: { source: string; flags: string }): string[] {
  return analyse({ source, flags }).reports.map((report) => {
    const part =
      report.type === "Move" || report.type === "Self" ? report.quant.raw : `${report.startQuant.raw} and ${report.endQuant.raw}`;
    return `${part}, for a text of ${JSON.stringify(report.character.pick)}`;
  });
}

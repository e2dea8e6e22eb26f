import type { Diagnostic, Fix } from "../model/diagnostic.ts";
import { report } from "../model/diagnostic-catalogue.ts";
import { detectLineBreak, type FrontMatterAnomaly, type FrontMatterSplit } from "./front-matter.ts";

/** Converts front matter anomalies to diagnostics. `tolerant`: the tool accepts such files, so errors are warnings. */
export function reportAnomalies(split: FrontMatterSplit, file: string, tolerant = false): Diagnostic[] {
  return split.anomalies.map(({ code, line }) => {
    const diagnostic = report(code, { file, line, column: 1 }, undefined, undefined, fixFor(code, split));
    return tolerant && diagnostic.severity === "error" ? { ...diagnostic, severity: "warning" } : diagnostic;
  });
}

function fixFor(code: FrontMatterAnomaly["code"], { lead, open, header, close }: FrontMatterSplit): Fix | undefined {
  if (code === "front-matter/leading-blank") {
    const start = lead.startsWith("\uFEFF") ? 1 : 0;
    return { title: "Remove the blank lines", edits: [{ start, end: lead.length, text: "" }], safe: true };
  }
  if (code === "front-matter/glued-fence") {
    const end = lead.length + open.length + header.length + close.length;
    return {
      title: "Put the text on a line of its own",
      edits: [{ start: end, end, text: detectLineBreak(open + header) }],
      safe: true,
    };
  }
  return undefined;
}

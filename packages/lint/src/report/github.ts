import type { Finding, FindingLevel } from "@precept/core";

const commands = {
  error: "error",
  warning: "warning",
  info: "notice",
  none: "notice",
} as const satisfies Record<FindingLevel, string>;

const order = Object.keys(commands) as readonly FindingLevel[];

/**
 * Converts findings to workflow commands of GitHub Actions, which create annotations. GitHub shows the first ten of
 * each level of a step, so the most severe findings come first. Accepted findings are omitted.
 *
 * @see https://docs.github.com/en/actions/reference/workflow-commands-for-github-actions
 */
export function toGitHubAnnotations(findings: readonly Finding[]): readonly string[] {
  return order.flatMap((level) =>
    findings.filter((finding) => finding.level === level && finding.suppression === undefined).map(annotationOf),
  );
}

function annotationOf({ code, level, message, hint, file, line, column, endLine, endColumn }: Finding): string {
  // GitHub accepts columns only for annotations of one line.
  const isOneLine = endLine === undefined || endLine === line;
  const properties = {
    file,
    line,
    endLine,
    col: isOneLine ? column : undefined,
    // In annotations, the end column is inclusive.
    endColumn: isOneLine && endColumn !== undefined ? Math.max(endColumn - 1, column ?? 1) : undefined,
    title: code,
  };
  const written = Object.entries(properties).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}=${escapeProperty(String(value))}`],
  );
  return `::${commands[level]} ${written.join(",")}::${escapeData(hint === undefined ? message : `${message}\n${hint}`)}`;
}

function escapeData(text: string): string {
  return text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}

function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
}

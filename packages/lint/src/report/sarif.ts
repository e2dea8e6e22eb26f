import {
  withoutUndefined,
  type Fix,
  type Json,
  type Finding,
  type FindingLevel,
  type FindingRule,
  type FindingSuppression,
} from "@precept/core";

/** The program that created the report. */
export interface SarifTool {
  readonly name: string;
  /** The semantic version. */
  readonly version?: string | undefined;
  /** The URL of its home page. */
  readonly page?: string | undefined;
  /** What the report leaves out, as a sentence. Default: nothing. */
  readonly notice?: string | undefined;
}

const levels = {
  error: "error",
  warning: "warning",
  info: "note",
  none: "none",
} as const satisfies Record<FindingLevel, string>;

/** The URI base of the project's directory, by the name that code hosts and editors use. */
const projectRoot = "%SRCROOT%";

/**
 * Converts findings to a SARIF 2.1.0 report, which code hosts and editors read, with rules, fingerprints, suppressions
 * and fixes.
 *
 * @param rules all rules of the tool. A code host closes the alerts of a declared rule without findings. Codes that are
 *   not declared are added.
 * @see https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html
 */
export function toSarif(findings: readonly Finding[], rules: readonly FindingRule[], tool: SarifTool): Json {
  const known = new Map(rules.map((rule) => [rule.code, rule]));
  for (const { code, level, message } of findings) if (!known.has(code)) known.set(code, { code, level, title: message });
  const declared = [...known.values()];
  const positions = new Map(declared.map(({ code }, position) => [code, position]));
  // If one result has suppressions, all must have the property: a missing one means unknown.
  const hasSuppressions = findings.some(({ suppression }) => suppression !== undefined);
  return {
    $schema: "https://json.schemastore.org/sarif-2.1.0.json",
    version: "2.1.0",
    runs: [
      {
        tool: {
          driver: {
            name: tool.name,
            ...(tool.version !== undefined && { version: tool.version, semanticVersion: tool.version }),
            ...(tool.page !== undefined && { informationUri: tool.page }),
            rules: declared.map(descriptorOf),
          },
        },
        ...(tool.notice !== undefined && {
          invocations: [
            {
              executionSuccessful: true,
              toolExecutionNotifications: [{ level: "warning", message: { text: tool.notice } }],
            },
          ],
        }),
        columnKind: "utf16CodeUnits",
        originalUriBaseIds: { [projectRoot]: { description: { text: "The project's directory." } } },
        results: findings.map((finding) => resultOf(finding, positions.get(finding.code) ?? 0, hasSuppressions)),
      },
    ],
  };
}

function descriptorOf({ code, level, title, hint, page, tags = [], securitySeverity }: FindingRule): Json {
  const properties = withoutUndefined({
    tags: tags.length > 0 ? [...new Set(tags)] : undefined,
    "security-severity": securitySeverity,
  });
  return {
    id: code,
    shortDescription: { text: sentence(title) },
    ...(hint !== undefined && { fullDescription: { text: `${sentence(title)} ${hint}` }, help: { text: hint, markdown: hint } }),
    ...(page !== undefined && { helpUri: page }),
    defaultConfiguration: { level: levels[level] },
    ...(Object.keys(properties).length > 0 && { properties }),
  };
}

function resultOf(finding: Finding, ruleIndex: number, hasSuppressions: boolean): Json {
  const { code, level, message, hint, file, fingerprint, suppression, fix } = finding;
  return {
    ruleId: code,
    ruleIndex,
    // Results of level none must be informational.
    ...(level === "none" && { kind: "informational" }),
    level: levels[level],
    message: { text: hint === undefined ? message : `${message}\n${hint}` },
    ...(file !== undefined && {
      locations: [{ physicalLocation: { artifactLocation: locationOf(file), ...regionOf(finding) } }],
    }),
    ...(fingerprint !== undefined && { partialFingerprints: { "precept/v1": fingerprint } }),
    ...(hasSuppressions && { suppressions: suppression === undefined ? [] : [suppressionOf(suppression)] }),
    ...(fix !== undefined && file !== undefined && fix.edits.length > 0 && { fixes: [fixOf(fix, file)] }),
  };
}

function suppressionOf({ kind, justification }: FindingSuppression): Json {
  return { kind, status: "accepted", ...(justification !== undefined && { justification }) };
}

function regionOf({ line, column, endLine, endColumn }: Finding): { readonly region?: Json } {
  if (line === undefined) return {};
  return { region: withoutUndefined({ startLine: line, startColumn: column, endLine, endColumn }) };
}

function fixOf({ title, edits }: Fix, file: string): Json {
  return {
    description: { text: sentence(title) },
    artifactChanges: [
      {
        artifactLocation: locationOf(file),
        replacements: edits.map(({ start, end, text }) => ({
          deletedRegion: { charOffset: start, charLength: end - start },
          ...(text !== "" && { insertedContent: { text } }),
        })),
      },
    ],
  };
}

function locationOf(file: string): Json {
  const path = file.replaceAll("\\", "/").split("/").map(encode).join("/");
  if (/^[A-Za-z]:\//.test(file)) return { uri: `file:///${path.replace("%3A", ":")}` };
  return file.startsWith("/") ? { uri: `file://${path}` } : { uri: path, uriBaseId: projectRoot };
}

/** Encodes a path segment. A URL cannot contain unpaired surrogates. */
function encode(segment: string): string {
  return encodeURIComponent(segment.toWellFormed());
}

function sentence(text: string): string {
  return /[.!?…]$/.test(text) ? text : `${text}.`;
}

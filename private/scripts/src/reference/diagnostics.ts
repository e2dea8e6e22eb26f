import { checkDiagnostics } from "@precept/lint";
import { diagnosticCatalogue, type DiagnosticEntry } from "@precept/core";
import { policyDiagnostics } from "@precept/governance";
import { dialectDiagnostics } from "@precept/mdc-compat";
import { auditDiagnostics } from "@precept/audit-log";
import { enforcementDiagnostics } from "@precept/enforcement";
import { watchDiagnostics } from "@precept/files";
import { fileDiagnostics } from "@precept/store-fs";
import { evalDiagnostics } from "@precept/evals";
import { workspaceDiagnostics } from "@precept/workspace";
import { checkPages, type DiagnosticPage } from "./check-pages.ts";
import { page, table } from "./markdown.ts";

type Catalogue = Readonly<Record<string, DiagnosticEntry>>;

const catalogues: Readonly<Record<string, Catalogue>> = {
  "Rules and requests": diagnosticCatalogue,
  "What lint finds": checkDiagnostics,
  "Files and directories": { ...fileDiagnostics, ...watchDiagnostics },
  "The audit log": auditDiagnostics,
  "Dialects of other tools": dialectDiagnostics,
  Policies: policyDiagnostics,
  "Configuration and workspace": workspaceDiagnostics,
  "Enforcing policies": enforcementDiagnostics,
  "Eval cases": evalDiagnostics,
};

const pages: Readonly<Record<string, DiagnosticPage>> = checkPages;

/** Titles of topics; the topic is the first part of a code. */
const topics: Readonly<Record<string, string>> = {
  budget: "Budget",
  config: "Configuration",
  conflict: "Conflicts",
  "front-matter": "Front matter",
  glob: "Patterns",
  text: "Hidden text and secrets",
};

const severities =
  "`error`: the rule, or the invalid part of it, is not used. `warning`: it is used, but probably not as intended. `info`: no action is needed.";

export function diagnosticReference(): string {
  return page(
    "Diagnostics",
    "Problems in rule files are returned with the answer, with file, line and column. A file with an error does not affect other files. " +
      severities,
    ...Object.entries(catalogues).map(([title, catalogue]) => `## ${title}\n\n${diagnosticTable(catalogue)}`),
  );
}

/** Returns a page for each topic, by path. */
export function diagnosticPages(): Readonly<Record<string, () => string>> {
  const entries = Object.values(catalogues).flatMap((catalogue) => Object.entries(catalogue));
  const names = [...new Set(entries.map(([code]) => topicOf(code)))].toSorted();
  return Object.fromEntries(
    names.map((topic) => [
      `docs/reference/diagnostics/${topic}.md`,
      () =>
        page(
          `Diagnostics: ${topics[topic] ?? titleOf(topic)}`,
          `[All diagnostics](../diagnostics.md). ${severities}`,
          ...entries.filter(([code]) => topicOf(code) === topic).map(([code, entry]) => sectionOf(code, entry)),
        ),
    ]),
  );
}

function diagnosticTable(catalogue: Catalogue): string {
  return table(
    ["code", "severity", "meaning", "what to do"],
    Object.entries(catalogue).map(([code, { severity, title, hint = "" }]) => [
      `[\`${code}\`](diagnostics/${topicOf(code)}.md#${code.replaceAll("/", "")})`,
      severity,
      `${title}.`,
      hint,
    ]),
  );
}

function sectionOf(code: string, { severity, title, hint, incomplete }: DiagnosticEntry): string {
  const more = pages[code];
  return [
    `## \`${code}\``,
    `**${severity}**: ${title}.${incomplete === true ? " Answers may lack rules because of it (`incomplete`)." : ""}`,
    ...(more === undefined
      ? []
      : [`**What it is.** ${more.what}`, `**Why it matters.** ${more.why}`, `\`\`\`text\n${more.example}\n\`\`\``]),
    ...(hint === undefined && more?.todo === undefined
      ? []
      : [`**What to do.** ${[hint, more?.todo].filter((one) => one !== undefined).join(" ")}`]),
  ].join("\n\n");
}

function topicOf(code: string): string {
  return code.slice(0, code.indexOf("/"));
}

function titleOf(topic: string): string {
  return topic.slice(0, 1).toUpperCase() + topic.slice(1);
}

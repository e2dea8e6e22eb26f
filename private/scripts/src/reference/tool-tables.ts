import { readdirSync } from "node:fs";
import { join } from "node:path";
import { dialectIds } from "../../../../packages/mdc-compat/src/tools.ts";

const source = join(import.meta.dirname, "../../../../packages/mdc-compat/src");

const notice = "// Made by `pnpm generate` from `src/tools.ts` and the folders in `src/tools`. Change those, not this file.";

/** The modules of `mdc-compat` that list what the folders of the tools hold, by path. */
export function toolTables(): Readonly<Record<string, () => string>> {
  return {
    "packages/mdc-compat/src/tables/rule-files.ts": ruleFileTable,
    "packages/mdc-compat/src/tables/diagnostics.ts": diagnosticTable,
    "packages/mdc-compat/src/tables/items.ts": itemTable,
    "packages/mdc-compat/src/tables/hooks.ts": () =>
      hostTable({
        file: "hooks",
        name: "hosts",
        spec: "HostSpec",
        model: "host-spec",
        comment: "The hook protocol of each coding agent.",
      }),
    "packages/mdc-compat/src/tables/install.ts": () =>
      hostTable({
        file: "install",
        name: "installSpecs",
        spec: "InstallSpec",
        model: "install-spec",
        comment: "How Precept is installed into each coding agent.",
      }),
  };
}

/** Lists the tools with a file of this name in their folders, in the order of the table of tools. */
function toolsWith(file: string): readonly string[] {
  return dialectIds.filter((id) => readdirSync(join(source, "tools", id)).includes(file));
}

function ruleFileTable(): string {
  return print([
    'import type { ToolRuleFiles } from "../rule-files/define-rule-files.ts";',
    ...dialectIds.map((id) => `import { ruleFiles as ${nameOf(id)} } from "../tools/${id}/rule-files.ts";`),
    'import type { DialectId } from "../tools.ts";',
    "",
    "/** The rule files of each tool. */",
    "export const ruleFiles: Readonly<Record<DialectId, ToolRuleFiles>> = {",
    ...dialectIds.map((id) => (nameOf(id) === id ? `  ${id},` : `  ${id}: ${nameOf(id)},`)),
    "};",
  ]);
}

function diagnosticTable(): string {
  const tools = toolsWith("diagnostics.ts");
  const names = ["formatDiagnostics", "skillDiagnostics", ...tools.map((id) => `${id}Diagnostics`)];
  return print([
    'import type { DiagnosticEntry } from "@precept/core";',
    'import { completeDiagnostics, formatDiagnostics } from "../format/report.ts";',
    'import { skillDiagnostics } from "../skills/skill-diagnostics.ts";',
    ...tools.map((id) => `import { ${id}Diagnostics } from "../tools/${id}/diagnostics.ts";`),
    "",
    "/** All diagnostics of rule files of other tools, by code. */",
    "export const dialectDiagnostics: Readonly<Record<string, DiagnosticEntry>> = completeDiagnostics({",
    ...names.map((name) => `  ...${name},`),
    "});",
  ]);
}

function itemTable(): string {
  const tools = toolsWith("items.ts");
  return print([
    'import type { ToolItems } from "../model/item.ts";',
    ...tools.map((id) => `import { items as ${nameOf(id)} } from "../tools/${id}/items.ts";`),
    'import type { DialectId } from "../tools.ts";',
    "",
    "/** What each tool stores in a project besides rules and skills. Tools without a row store nothing. */",
    "export const toolItems: Readonly<Partial<Record<DialectId, ToolItems>>> = {",
    ...tools.map((id) => (nameOf(id) === id ? `  ${id},` : `  ${id}: ${nameOf(id)},`)),
    "};",
  ]);
}

interface HostTable {
  readonly file: string;
  readonly name: string;
  readonly spec: string;
  readonly model: string;
  readonly comment: string;
}

function hostTable({ file, name, spec, model, comment }: HostTable): string {
  const tools = toolsWith(`${file}.ts`);
  return print([
    `import type { ${spec} } from "../model/${model}.ts";`,
    ...tools.map((id) => `import { ${file} as ${nameOf(id)} } from "../tools/${id}/${file}.ts";`),
    'import type { HostId } from "../tools.ts";',
    "",
    `/** ${comment} */`,
    `export const ${name}: Readonly<Record<HostId, ${spec}>> = {`,
    ...tools.map((id) => `  ...${nameOf(id)},`),
    "};",
  ]);
}

/** The name of a tool in a module: `continue` is a word of the language. */
function nameOf(id: string): string {
  return id === "continue" ? "continueDev" : id;
}

function print(lines: readonly string[]): string {
  return `${[notice, "", ...lines].join("\n")}\n`;
}

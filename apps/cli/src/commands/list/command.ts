import {
  compareText,
  inclusionTable,
  passesFilter,
  toWireDiagnostic,
  toWireRule,
  type Diagnostic,
  type Rule,
  type Scope,
} from "@precept/core";
import type { Call, CommandResult } from "../../define.ts";
import { readRequest } from "../../request.ts";
import { requireUser, tenantOf } from "../../rules/tenant.ts";
import { countDiagnostics, shownBy, viewDiagnostics } from "../../terminal/diagnostics.ts";
import type { Style } from "../../terminal/style.ts";
import { viewTable } from "../../terminal/table.ts";
import { count, printable } from "../../terminal/text.ts";

interface ListCommandOptions {
  readonly all?: boolean;
  readonly scope?: Scope;
  readonly allTenants?: boolean;
}

export async function list(call: Call<ListCommandOptions>): Promise<CommandResult> {
  const { workspace, settings, options } = call;
  const { scope } = options;
  if (options.allTenants !== true) requireUser(call, scope);
  const isRequest = settings.files.length > 0 || options.rulesInclude !== undefined;
  const found = await (isRequest
    ? applicableRules(call)
    : options.allTenants === true
      ? workspace.listAll()
      : workspace.list({ tenant: tenantOf(call) }));
  const { tool } = settings;
  const rules = found.filter(
    (rule) => (scope === undefined || rule.scope === scope) && (tool === undefined || passesFilter(rule, { target: tool })),
  );
  const diagnostics = await workspace.diagnostics();
  // A note can say why there are none.
  const isShown = rules.length === 0 ? () => true : shownBy(options);
  return {
    json: { rules: rules.map((rule) => toWireRule(rule)), diagnostics: diagnostics.map(toWireDiagnostic) },
    text: (style) =>
      viewList({ rules, showsOwners: options.allTenants === true, diagnostics: diagnostics.filter(isShown) }, style),
  };
}

async function applicableRules({ workspace, settings, terminal }: Call<ListCommandOptions>): Promise<readonly Rule[]> {
  const { matched } = await workspace.resolve(await readRequest({}, settings, terminal), { countUse: false });
  return matched
    .map(({ rule }) => rule)
    .toSorted((left, right) => compareText(left.name, right.name) || compareText(left.id, right.id));
}

interface Listing {
  readonly rules: readonly Rule[];
  readonly showsOwners: boolean;
  readonly diagnostics: readonly Diagnostic[];
}

function viewList({ rules, showsOwners, diagnostics }: Listing, style: Style): string {
  const owners = showsOwners ? ["project", "user"] : [];
  const rows = rules.map((rule) => [
    rule.enabled ? style.green(printable(rule.name)) : style.dim(printable(rule.name)),
    rule.scope,
    ...(showsOwners ? [printable(rule.projectId ?? "-"), printable(rule.userId ?? "-")] : []),
    printable(describeInclusion(rule)),
    String(rule.priority),
    style.dim(printable(rule.origin.path ?? rule.origin.store)),
  ]);
  const lines =
    rules.length === 0
      ? ["No rules."]
      : [...viewTable(["name", "scope", ...owners, "applies", "priority", "file"], rows, style), "", count(rules.length, "rule")];
  if (diagnostics.length > 0) {
    lines.push(
      "",
      `${style.bold("Problems")} ${style.dim(`(${countDiagnostics(diagnostics)})`)}`,
      ...viewDiagnostics(diagnostics, style, 2),
    );
  }
  return `${lines.join("\n")}\n`;
}

const maxGlobsLength = 48;

function describeInclusion({ enabled, inclusion, globs, origin }: Rule): string {
  const inside = origin.base === undefined ? "" : ` inside ${origin.base}`;
  if (!enabled) return "disabled";
  if (inclusionTable[inclusion].trigger !== "files") return inclusion + inside;
  const patterns = globs.join(", ");
  return `${patterns.length > maxGlobsLength ? `${patterns.slice(0, maxGlobsLength - 1)}…` : patterns}${inside}`;
}

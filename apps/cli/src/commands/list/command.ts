import {
  compareText,
  inclusionTable,
  passesFilter,
  withoutUndefined,
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
import { asLines, count, printable, viewTitle, type Style } from "../../terminal/text.ts";
import { viewTable } from "../../terminal/layout.ts";

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
  const rules = found.filter((rule) => passesFilter(rule, withoutUndefined({ scope, target: settings.tool })));
  const diagnostics = await workspace.diagnostics();
  // A note can say why there are none.
  const isShown = rules.length === 0 ? () => true : shownBy(options);
  return {
    json: { rules: rules.map((rule) => toWireRule(rule)), diagnostics: diagnostics.map(toWireDiagnostic) },
    text: (style) => {
      const table = rules.length === 0 ? ["No rules."] : viewRules(rules, options.allTenants === true, style);
      return asLines([...table, ...viewProblems(diagnostics.filter(isShown), style)]);
    },
  };
}

async function applicableRules({ workspace, settings, terminal }: Call): Promise<readonly Rule[]> {
  const { matched } = await workspace.resolve(await readRequest({}, settings, terminal), { countUse: false });
  return matched
    .map(({ rule }) => rule)
    .toSorted((left, right) => compareText(left.name, right.name) || compareText(left.id, right.id));
}

function viewRules(rules: readonly Rule[], showsOwners: boolean, style: Style): readonly string[] {
  const rows = rules.map((rule) => [
    style[rule.enabled ? "green" : "dim"](printable(rule.name)),
    rule.scope,
    ...(showsOwners ? [printable(rule.projectId ?? "-"), printable(rule.userId ?? "-")] : []),
    printable(describeInclusion(rule)),
    String(rule.priority),
    style.dim(printable(rule.origin.path ?? rule.origin.store)),
  ]);
  const owners = showsOwners ? ["project", "user"] : [];
  return [
    ...viewTable(["name", "scope", ...owners, "applies", "priority", "file"], rows, style),
    "",
    count(rules.length, "rule"),
  ];
}

function viewProblems(diagnostics: readonly Diagnostic[], style: Style): readonly string[] {
  if (diagnostics.length === 0) return [];
  return ["", viewTitle("Problems", countDiagnostics(diagnostics), style), ...viewDiagnostics(diagnostics, style, 2)];
}

/** The maximum length of a list of patterns, in characters. */
const maxGlobsLength = 48;

function describeInclusion({ enabled, inclusion, globs, origin }: Rule): string {
  const inside = origin.base === undefined ? "" : ` inside ${origin.base}`;
  if (!enabled) return "disabled";
  if (inclusionTable[inclusion].trigger !== "files") return inclusion + inside;
  const patterns = globs.join(", ");
  return `${patterns.length > maxGlobsLength ? `${patterns.slice(0, maxGlobsLength - 1)}…` : patterns}${inside}`;
}

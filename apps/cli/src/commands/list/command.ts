import {
  hasExpired,
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
import { findNextStep } from "../../rules/next-step.ts";
import { requireUser, tenantOf } from "../../rules/tenant.ts";
import type { KindName } from "../../transfer/item-kinds.ts";
import { countDiagnostics, shownBy, viewDiagnostics } from "../../terminal/diagnostics.ts";
import { asLines, count, printable, viewTitle, type Style } from "../../terminal/text.ts";
import { shortenCells, viewTable, type Shortening } from "../../terminal/layout.ts";

interface ListCommandOptions {
  readonly all?: boolean;
  readonly wide?: boolean;
  readonly scope?: Scope;
  readonly tag?: readonly string[];
  readonly allTenants?: boolean;
  readonly kind?: KindName;
}

export async function list(call: Call<ListCommandOptions>): Promise<CommandResult> {
  const { workspace, settings, options } = call;
  const { scope, kind = "rules" } = options;
  if (kind !== "rules") {
    const { listItemsOfKind } = await import("./list-items.ts");
    return listItemsOfKind(call, kind);
  }
  if (options.allTenants !== true) requireUser(call, scope);
  const isRequest = settings.files.length > 0 || options.rulesInclude !== undefined;
  const found = await (isRequest
    ? applicableRules(call)
    : options.allTenants === true
      ? workspace.listAll()
      : workspace.list({ tenant: tenantOf(call) }));
  const rules = found.filter((rule) => passesFilter(rule, withoutUndefined({ scope, target: settings.tool, tags: options.tag })));
  const diagnostics = await workspace.diagnostics();
  // A note can say why there are none.
  const isShown = rules.length === 0 ? () => true : shownBy(options);
  const nextStep = rules.length === 0 ? await findNextStep(call) : undefined;
  return {
    get json() {
      return { rules: rules.map((rule) => toWireRule(rule)), diagnostics: diagnostics.map(toWireDiagnostic) };
    },
    text: (style) => {
      const table = rules.length === 0 ? ["No rules."] : viewRules(rules, options, style);
      return asLines([...table, ...viewProblems(diagnostics.filter(isShown), style)]);
    },
    notice: (style) => nextStep?.(style) ?? "",
  };
}

async function applicableRules({ workspace, settings, terminal }: Call): Promise<readonly Rule[]> {
  const { matched } = await workspace.resolve(await readRequest({}, settings, terminal), { countUse: false });
  return matched
    .map(({ rule }) => rule)
    .toSorted((left, right) => compareText(left.name, right.name) || compareText(left.id, right.id));
}

/** Prints a line for each rule. In a narrow terminal, names and patterns are shortened, and paths if they are too long. */
function viewRules(rules: readonly Rule[], { allTenants, wide }: ListCommandOptions, style: Style): readonly string[] {
  const owners = allTenants === true ? ["project", "user"] : [];
  const headings = ["name", "scope", ...owners, "applies", "priority", "file"];
  const full = rules.map((rule) => [
    printable(rule.name),
    rule.scope,
    ...(allTenants === true ? [printable(rule.projectId ?? "-"), printable(rule.userId ?? "-")] : []),
    printable(describeInclusion(rule)),
    String(rule.priority),
    printable(rule.origin.path ?? rule.origin.store),
  ]);
  const { width, ...unlimited } = style;
  const shown = wide === true || width === undefined ? full : shortenCells(headings, full, shortenings, width);
  const isShortened = shown.some((row, at) => row.some((cell, column) => cell !== full[at]?.[column]));
  const rows = shown.map(([name = "", ...others], at) => [
    style[rules[at]?.enabled === true ? "green" : "dim"](name),
    ...others.slice(0, -1),
    style.dim(others.at(-1) ?? ""),
  ]);
  const note = isShortened ? style.dim("; --wide prints full names, patterns and paths") : "";
  return [...viewTable(headings, rows, wide === true ? unlimited : style), "", count(rules.length, "rule") + note];
}

/** The columns that are shortened in a narrow terminal, with their minimum widths. */
const shortenings: readonly Shortening[] = [
  { columns: ["name", "applies"], min: 12, where: "end" },
  { columns: ["file"], min: 24, where: "middle" },
  { columns: ["name", "applies"], min: 10, where: "end" },
];

function viewProblems(diagnostics: readonly Diagnostic[], style: Style): readonly string[] {
  if (diagnostics.length === 0) return [];
  return ["", viewTitle("Problems", countDiagnostics(diagnostics), style), ...viewDiagnostics(diagnostics, style, 2)];
}

function describeInclusion(rule: Rule): string {
  const { enabled, pending, inclusion, globs, origin } = rule;
  const inside = origin.base === undefined ? "" : ` inside ${origin.base}`;
  if (!enabled) return "disabled";
  if (pending) return "waits for approval";
  if (hasExpired(rule, new Date().toISOString())) return `expired at ${rule.expiresAt}`;
  if (inclusionTable[inclusion].trigger !== "files") return inclusion + inside;
  return `${globs.join(", ")}${inside}`;
}

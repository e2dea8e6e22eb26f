import { compareText, passesFilter, toWireDiagnostic, toWireRule, type Rule, type Scope } from "@precept/core";
import type { Call, CommandResult } from "../../define.ts";
import { readRequest } from "../../request.ts";
import { requireUser } from "../../rules/require-user.ts";
import { tenantOf } from "../../rules/tenant-of.ts";
import { shownBy } from "../../terminal/diagnostics.ts";
import { viewList } from "./view.ts";

export interface ListCommandOptions {
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

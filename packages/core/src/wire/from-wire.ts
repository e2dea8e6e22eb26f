import { createRule } from "../model/create-rule.ts";
import type { Rule, RuleInput } from "../model/rule.ts";
import type { WireRule } from "./wire-rule.ts";

/**
 * Converts a rule from its wire format.
 *
 * @throws PreceptError `RULE_INVALID`, with every invalid field.
 */
export function fromWireRule(wire: WireRule): Rule {
  const { store, dialect, root, base, source_path, session, sha256 } = wire;
  const origin = {
    store,
    dialect,
    root,
    base,
    path: source_path,
    session,
    sha256,
    rootOrder: wire.root_order === 0 ? null : wire.root_order,
    overlay: wire.overlay ? true : null,
    label: wire.label ? true : null,
    imports: wire.imports ? true : null,
  };
  const fields = {
    id: wire.id,
    name: wire.name,
    description: wire.description,
    content: wire.content,
    scope: wire.scope,
    inclusion: wire.inclusion,
    globs: wire.globs,
    priority: wire.priority,
    override: wire.override,
    enabled: wire.enabled,
    pending: wire.pending,
    authority: wire.authority,
    category: wire.category,
    contexts: wire.contexts,
    targets: wire.tool_targets,
    projectId: wire.project_id,
    userId: wire.user_id,
    tags: wire.tags,
    conditions: wire.conditions,
    source: wire.source,
    version: wire.version,
    replaces: wire.replaces,
    origin: withoutNulls(origin),
    createdAt: wire.created_at,
    updatedAt: wire.updated_at,
    metadata: wire.metadata,
  };
  // `createRule` validates all fields.
  return createRule(withoutNulls(fields) as RuleInput);
}

function withoutNulls(fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null && value !== undefined));
}

import { createRule, type Rule, type StoredRule } from "@precept/core";
import { createFile, fileFailureOf, openRoot } from "@precept/files";
import { convertImports, flattenRule, moveReferences, PresentFiles } from "@precept/transfer";
import { dirname } from "node:path";
import { overlayDir } from "../paths.ts";
import type { Workspace } from "../workspace.ts";
import type { FoundRule, TenantStores } from "./find-stored-rule.ts";

/** A rule of the personal overlay that replaces another rule, before it is saved. */
export interface OverlayPlan {
  readonly rule: Rule;
  /** The rule that it replaces. */
  readonly replaced: Rule;
  /** The overlay rule that exists already. Absent: it is new. */
  readonly existing?: StoredRule;
}

/**
 * Plans a native rule in `.precept/local/rules`, the user's personal overlay, that replaces a rule for this user only:
 * with any fields, even if the rule is in a file of another tool that cannot store them. If the overlay has such a rule
 * already, that one is planned to change. Changes nothing.
 *
 * @param changes the fields that differ from the replaced rule.
 */
export async function planOverlay(
  { workspace, tenant, stores }: TenantStores,
  { stored }: FoundRule,
  changes: Partial<Rule>,
): Promise<OverlayPlan> {
  const replaced = stored.rule;
  const rules = await workspace.list({ tenant });
  const found = rules.find((rule) => isOverlayOf(rule, replaced));
  const existing = found && (await stores.find(({ id }) => id === found.origin.store)?.get(found.id, { tenant }));
  if (existing !== undefined) return { rule: { ...existing.rule, ...changes }, replaced, existing };
  const changed = flattenRule({ ...replaced, ...changes });
  const isFile = replaced.origin.store === "fs";
  const isNameDeclared = replaced.origin.label !== true && replaced.scope === "project";
  const { userId: _, projectId: __, ...fields } = changed;
  const rule = createRule({
    ...fields,
    id: "new",
    name: isNameDeclared || !isFile ? replaced.name : chooseName(replaced, rules),
    content: nativeContent(workspace, { ...replaced, content: changed.content }),
    scope: "project",
    // Only a rule of the same scope that declares the same name is replaced by its name.
    replaces: isFile && !isNameDeclared ? [...changed.replaces, replaced.id] : changed.replaces,
    override: changed.override || replaced.scope !== "project",
    // The other keys of a file of another tool mean nothing here.
    metadata: replaced.origin.dialect === "precept" ? changed.metadata : {},
    origin: { store: "fs", overlay: true },
  });
  return { rule, replaced };
}

/** Saves an overlay rule, and excludes it from git. @throws PreceptError `SCOPE_UNSUPPORTED` if no overlay is read. */
export async function saveOverlay({ workspace }: TenantStores, { rule, existing }: OverlayPlan): Promise<StoredRule> {
  const store = workspace.storeFor("project", "fs");
  const saved = await store.save(rule, existing === undefined ? { uniqueName: true } : { revision: existing.revision });
  await excludeFromGit(workspace);
  return saved;
}

function isOverlayOf(rule: Rule, replaced: Rule): boolean {
  if (rule.origin.overlay !== true) return false;
  if (rule.id === replaced.id || rule.replaces.includes(replaced.id)) return true;
  return replaced.origin.label !== true && rule.name === replaced.name && rule.scope === replaced.scope;
}

/** Returns a name that no other rule declares: an overlay replaces every rule that declares its name. */
function chooseName({ name, origin: { dialect = "overlay" } }: Rule, rules: readonly Rule[]): string {
  const taken = new Set(rules.filter(({ origin }) => origin.label !== true).map((rule) => rule.name));
  for (let number = 1; ; number += 1) {
    const candidate = number === 1 ? name : `${name}-${dialect}${number === 2 ? "" : `-${number - 1}`}`;
    if (!taken.has(candidate)) return candidate;
  }
}

/** The text with the imports of its tool as native references, all relative to the project. */
function nativeContent({ root }: Workspace, rule: Rule): string {
  using present = new PresentFiles(root);
  const content = convertImports(rule, (path) => typeof present.at(path) === "object");
  return moveReferences({ ...rule, content });
}

const gitignore = "# Rules of one user, which belong to no repository.\n*\n";

async function excludeFromGit({ root }: Workspace): Promise<void> {
  const path = `${dirname(overlayDir)}/.gitignore`;
  try {
    await createFile(openRoot(root), path, gitignore);
  } catch (error) {
    throw fileFailureOf("create", path, error);
  }
}

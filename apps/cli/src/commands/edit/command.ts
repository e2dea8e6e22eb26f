import {
  parseNativeRule,
  PreceptError,
  printNativeRule,
  toWireRule,
  type ParsedFile,
  type Rule,
  type StoredRule,
} from "@precept/core";
import { resolve } from "node:path";
import { fileFailureOf, openRoot, pathInside, readFileIn, rootFor } from "@precept/files";
import { autoCodec } from "@precept/mdc-compat";
import { findStoredRule, locationOf, planOverlay, saveOverlay, type FoundRule, type TenantStores } from "@precept/workspace";
import type { Call, CommandResult } from "../../define.ts";
import { tenantStoresOf } from "../../rules/tenant.ts";
import { fieldsOf, type RuleOptions } from "../../rules/rule-options.ts";
import { createDraft, openEditor } from "../../terminal/editor.ts";
import { viewDiagnostics } from "../../terminal/diagnostics.ts";
import { asLines, printable, styleFor } from "../../terminal/text.ts";

interface EditedRule {
  readonly rule: Rule;
  readonly text: string;
  /** The path of the file with the text. The file is not deleted. */
  readonly draftPath: string;
}

export interface EditOptions extends RuleOptions {
  readonly reason?: string;
  readonly overlay?: boolean;
}

export async function edit(call: Call<EditOptions>): Promise<CommandResult> {
  const { args, options, terminal } = call;
  const target = tenantStoresOf(call);
  const found = await findStoredRule(target, args[0] ?? "");
  const content = options.content === "-" ? await terminal.readInput() : options.content;
  const fields = fieldsOf(options, content);
  if (options.overlay === true) return editOverlay(call, target, found, fields);
  const { rule: before, revision } = found.stored;
  const save = { revision, reason: options.reason };
  if (Object.keys(fields).length > 0) {
    return resultOf(await found.store.save({ ...before, ...fields }, save), revision);
  }
  const edited = await editByHand(before, call);
  if (edited === undefined) return resultOf(found.stored, revision);
  try {
    const saved = await found.store.save(edited.rule, save);
    await reportRewrittenText(saved.rule, edited, call);
    return resultOf(saved, revision);
  } catch (error) {
    terminal.err(`Nothing was saved. Your text is in ${edited.draftPath}.\n`);
    throw error;
  }
}

/** Edits the rule of the personal overlay that replaces a rule. Creates it if there is none. */
async function editOverlay(
  call: Call<EditOptions>,
  target: TenantStores,
  found: FoundRule,
  fields: Partial<Rule>,
): Promise<CommandResult> {
  const plan = await planOverlay(target, found, fields);
  const edited = Object.keys(fields).length > 0 ? plan : await editByHand(plan.rule, call);
  const { existing } = plan;
  const saved = edited && (await saveOverlay(target, { ...plan, rule: edited.rule }));
  if (saved !== undefined) return resultOf(saved, existing?.revision, found.stored.rule);
  const unchanged = existing ?? found.stored;
  return resultOf(unchanged, unchanged.revision);
}

/** Reports if the saved file differs from the user's text: a save changes fields, and keeps the format of the file. */
async function reportRewrittenText(
  { origin }: Rule,
  { text, draftPath }: EditedRule,
  { workspace, terminal }: Call,
): Promise<void> {
  if (origin.path === undefined || (await ruleText(workspace, origin.path)) === text) return;
  terminal.err(`The rule is as you wrote it, but its file keeps its own format. Your text is in ${draftPath}.\n`);
}

/** @param before the revision before the edit. @param replaced the rule that the edited one replaces. */
function resultOf({ rule, revision }: StoredRule, before: string | undefined, replaced: Rule = rule): CommandResult {
  const isChanged = revision !== before;
  const replacing = replaced.id === rule.id ? "" : `, which replaces ${locationOf(replaced)} for you only`;
  return {
    json: { rule: toWireRule(rule), changed: isChanged },
    isConfirmation: true,
    text: (style) =>
      `${style.green(isChanged ? "saved" : "unchanged")} ${printable(rule.name)}  ${printable(locationOf(rule) + replacing)}\n`,
  };
}

/** Opens a rule in the editor until the text is valid or the user gives up. @returns undefined if nothing changed. */
async function editByHand(rule: Rule, { workspace, terminal }: Call): Promise<EditedRule | undefined> {
  if (!terminal.interactive) throw new PreceptError("NOTHING_TO_EDIT", { name: rule.name });
  const { path } = rule.origin;
  const before = path === undefined ? printNativeRule(rule).text : await ruleText(workspace, path);
  const draft = await createDraft(before, path?.split("/").at(-1) ?? `${rule.name}.md`);
  for (;;) {
    await openEditor(draft.path, terminal);
    const text = await draft.read();
    if (text === before) return undefined;
    const { draft: parsed, diagnostics } = parse(text, path);
    if (parsed !== undefined) {
      const { label, ...fields } = parsed;
      return { rule: { ...rule, ...fields, ...(label && { name: rule.name }) }, text, draftPath: draft.path };
    }
    terminal.err(asLines(viewDiagnostics(diagnostics, styleFor(terminal))));
    if (await terminal.ask("The text is not a valid rule. Edit it again?", true)) continue;
    throw new PreceptError("RULE_NOT_SAVED", { name: rule.name, draft: draft.path });
  }
}

async function ruleText({ root, roots }: Call["workspace"], path: string): Promise<string> {
  const absolute = resolve(root, path);
  const { dir = root } = roots.find((one) => pathInside(resolve(root, one.dir), absolute) !== undefined) ?? {};
  const content = await readFileIn(rootFor(openRoot(root), resolve(root, dir)), absolute, { maxBytes: autoCodec.maxBytes });
  if (content.kind === "bytes") return content.bytes.toString("utf8");
  throw fileFailureOf("read", path, content.kind === "refused" || content.kind === "unreadable" ? content.error : content.kind);
}

function parse(text: string, path: string | undefined): ParsedFile {
  const file = { text, path: path ?? "rule.md", file: path ?? "rule.md" };
  return path === undefined ? parseNativeRule(file) : autoCodec.parse(file);
}

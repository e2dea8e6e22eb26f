import { parseNativeRule, PreceptError, printNativeRule, toWireRule, type ParsedFile, type Rule } from "@precept/core";
import { resolve } from "node:path";
import { fileFailureOf, openRoot, pathInside, readFileIn, rootFor } from "@precept/files";
import { autoCodec } from "@precept/mdc-compat";
import { findStoredRule, locationOf, type FoundRule } from "@precept/workspace";
import type { Call, CommandResult } from "../../define.ts";
import { exitCodes } from "../../exit-code.ts";
import { tenantStoresOf } from "../../rules/tenant-stores.ts";
import { fieldsOf, type RuleOptions } from "../../rules/rule-options.ts";
import { createDraft, openEditor } from "../../terminal/editor.ts";
import { viewDiagnostics } from "../../terminal/diagnostics.ts";
import { styleFor } from "../../terminal/style.ts";
import { printable } from "../../terminal/text.ts";

/** A rule as the user edited it. */
interface EditedRule {
  readonly rule: Rule;
  /** The path of the file with the user's text. The file is not deleted. */
  readonly draftPath: string;
}

export interface EditOptions extends RuleOptions {
  readonly reason?: string;
}

export async function edit(call: Call<EditOptions>): Promise<CommandResult> {
  const { args, options, terminal } = call;
  const found = await findStoredRule(tenantStoresOf(call), args[0] ?? "");
  const content = options.content === "-" ? await terminal.readInput() : options.content;
  const fields = fieldsOf(options, content);
  const { rule: before, revision } = found.stored;
  const save = { revision, reason: options.reason };
  if (Object.keys(fields).length > 0) {
    return resultOf((await found.store.save({ ...before, ...fields }, save)).rule, "saved");
  }
  const edited = await editByHand(found, call);
  if (edited === undefined) return resultOf(before, "unchanged");
  try {
    return resultOf((await found.store.save(edited.rule, save)).rule, "saved");
  } catch (error) {
    terminal.err(`Nothing was saved. Your text is in ${edited.draftPath}.\n`);
    throw error;
  }
}

function resultOf(rule: Rule, what: "saved" | "unchanged"): CommandResult {
  return {
    code: exitCodes.ok,
    json: { rule: toWireRule(rule), changed: what === "saved" },
    isConfirmation: true,
    text: (style) => `${style.green(what)} ${printable(rule.name)}  ${printable(locationOf(rule))}\n`,
  };
}

/** Opens a rule in the user's editor until the text is a valid rule or the user gives up. @returns undefined if nothing changed. */
async function editByHand({ stored: { rule } }: FoundRule, { workspace, terminal }: Call): Promise<EditedRule | undefined> {
  if (!terminal.interactive) {
    throw new PreceptError("NOTHING_TO_EDIT", { name: rule.name });
  }
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
      return { rule: { ...rule, ...fields, ...(label && { name: rule.name }) }, draftPath: draft.path };
    }
    terminal.err(
      viewDiagnostics(diagnostics, styleFor(terminal))
        .map((line) => `${line}\n`)
        .join(""),
    );
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

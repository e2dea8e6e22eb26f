import { createDraft, createRule, type Rule, type RuleCodec, type RuleDraft, type RuleInput } from "@precept/core";
import type { ToolRuleFiles } from "../src/rule-files/define-rule-files.ts";

const defaults = createDraft({ name: "", content: "", inclusion: "always" });

/** Returns the codec of a format, by the id of the format. */
export function codecOf({ dialect }: ToolRuleFiles, id: string): RuleCodec {
  const format = dialect.formats.find(({ spec }) => spec.id === id);
  if (format === undefined) throw new Error(`No format ${id}.`);
  return format.codec;
}

/** Parses a text. Returns the content, the inclusion, and all fields that differ from the defaults. */
export function readWith(codec: RuleCodec, text: string, path = "t.md"): Partial<RuleDraft> {
  const { name, label, ...draft } = parseDraft(codec, text, path);
  const fields = Object.entries(draft).filter(([field, value]) => {
    const isDefault = JSON.stringify(value) === JSON.stringify(defaults[field as keyof RuleDraft]);
    return field === "content" || field === "inclusion" || !isDefault;
  });
  return { ...Object.fromEntries(fields), ...(!label && { name }) };
}

/** Returns the diagnostics of a text, each as `code line:column`. */
export function reportWith(codec: RuleCodec, text: string, path = "t.md"): readonly string[] {
  return codec.parse({ text, path, file: path }).diagnostics.map(({ code, line, column }) => `${code} ${line}:${column}`);
}

/** Prints a new rule named `t`. */
export function writeWith(codec: RuleCodec, fields: Partial<RuleInput>): string {
  return codec.print(createRule({ id: "project:t", name: "t", ...fields })).text;
}

/** Changes fields of the rule in a text, and prints it over the text. */
export function editWith(codec: RuleCodec, text: string, fields: Partial<Rule>): string {
  const { label, ...draft } = parseDraft(codec, text, "t.md");
  const rule = createRule({ ...draft, id: "project:t", origin: { store: "fs", dialect: codec.id, label } });
  return codec.print({ ...rule, ...fields }, text).text;
}

function parseDraft(codec: RuleCodec, text: string, path: string): RuleDraft {
  const { draft } = codec.parse({ text, path, file: path });
  if (draft === undefined) throw new Error("The text has no rule.");
  return draft;
}

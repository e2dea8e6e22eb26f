import { createDraft, createRule, type Rule, type RuleCodec, type RuleDraft, type RuleInput } from "@precept/core";

const usual = createDraft({ name: "", content: "", inclusion: "always" });

/** What a codec reads from a text, apart from what every rule has. The text and the inclusion are always there. */
export function readWith(codec: RuleCodec, text: string, path = "t.md"): Partial<RuleDraft> {
  const { name, label, ...draft } = draftOf(codec, text, path);
  const told = Object.entries(draft).filter(([field, value]) => {
    const isUsual = JSON.stringify(value) === JSON.stringify(usual[field as keyof RuleDraft]);
    return field === "content" || field === "inclusion" || !isUsual;
  });
  return { ...Object.fromEntries(told), ...(!label && { name }) };
}

/** The diagnostics of a text, each as `code line:column`. */
export function reportWith(codec: RuleCodec, text: string, path = "t.md"): readonly string[] {
  return codec.parse({ text, path, file: path }).diagnostics.map(({ code, line, column }) => `${code} ${line}:${column}`);
}

/** The file of a new rule that is called `t`. */
export function writeWith(codec: RuleCodec, fields: Partial<RuleInput>): string {
  return codec.print(createRule({ id: "project:t", name: "t", ...fields })).text;
}

/** A file after its rule was changed. */
export function editWith(codec: RuleCodec, text: string, fields: Partial<Rule>): string {
  const { label, ...draft } = draftOf(codec, text, "t.md");
  const rule = createRule({ ...draft, id: "project:t", origin: { store: "fs", label } });
  return codec.print({ ...rule, ...fields }, text).text;
}

function draftOf(codec: RuleCodec, text: string, path: string): RuleDraft {
  const { draft } = codec.parse({ text, path, file: path });
  if (draft === undefined) throw new Error("the text holds no rule");
  return draft;
}

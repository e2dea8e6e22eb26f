import { findDialect } from "../lookup/dialects.ts";
import type { DialectId } from "../tools.ts";

/** Names that rulesync and ruler use for tools, except for those that `findDialect` accepts. */
const names: Readonly<Record<string, DialectId>> = {
  agentsmd: "agents",
  aiassistant: "jetbrains",
  amazonqcli: "amazonq",
  "antigravity-cli": "antigravity",
  "antigravity-ide": "antigravity",
  "antigravity-plugin": "antigravity",
  augmentcode: "augment",
  "augmentcode-legacy": "augment",
  claudecode: "claude",
  "claudecode-legacy": "claude",
  "claudecode-plugin": "claude",
  codexcli: "codex",
  copilotcli: "copilot",
  factorydroid: "factory",
  "gemini-cli": "gemini",
  geminicli: "gemini",
  "jetbrains-ai": "jetbrains",
  kilocode: "kilo",
  "kiro-cli": "kiro",
  "kiro-ide": "kiro",
  qwencode: "qwen",
};

export interface NamedTools {
  /** The ids of the known tools, each once. */
  readonly known: readonly DialectId[];
  readonly unknown: readonly string[];
}

/** Translates names of tools to ids of dialects. */
export function readToolNames(written: readonly string[]): NamedTools {
  const known = new Set<DialectId>();
  const unknown: string[] = [];
  for (const name of written) {
    const id = names[name] ?? findDialect(name)?.id;
    if (id === undefined) unknown.push(name);
    else known.add(id);
  }
  return { known: [...known], unknown };
}

/** Says how an export writes for the tools that a configuration names. */
export function describeTools(written: readonly string[]): readonly string[] {
  if (written.length === 0) return [];
  const { known, unknown } = readToolNames(written);
  const write = `It writes for ${written.join(", ")}: \`precept export --to ${known.join(",")}\` does so from the imported rules.`;
  return [
    ...(known.length > 0 ? [write] : []),
    ...(unknown.length > 0 ? [`Precept writes no files for ${unknown.join(", ")}.`] : []),
  ];
}

/** Says that settings are not carried over. */
export function describeSettings(keys: readonly string[]): readonly string[] {
  return keys.length === 0 ? [] : [`These settings are not carried over: ${keys.map((key) => `\`${key}\``).join(", ")}.`];
}

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import {
  createMemoryStore,
  createRule,
  createRulebook,
  promptFormats,
  type PromptFormat,
  type Rule,
  type TokenCounter,
} from "@precept/core";
import { cursor } from "@precept/mdc-compat";
import { createTokenCounters } from "@precept/token-counters";
import { formatCount, type Row } from "../report.ts";
import { createWorkload } from "../workload.ts";

/** The number of rules in one prompt section. */
const sectionSize = 20;

/** The environment variable that names a directory with `.md` and `.mdc` rule files. */
const directoryVariable = "PRECEPT_BENCH_RULES";

/** Counts the tokens of prompt sections in all formats, against the tokens of the rules' texts alone. */
export async function benchTokens(): Promise<readonly Row[]> {
  const counter = await createTokenCounters()({ counter: "gpt-tokenizer", model: "gpt-5" });
  const { rules } = createWorkload(1000);
  const dir = process.env[directoryVariable];
  return [
    ...(await benchRules("generated rules", rules, counter)),
    ...(dir === undefined ? [skippedRow] : await benchRules(`rules of ${directoryVariable}`, readRules(dir), counter)),
  ];
}

const skippedRow: Row = {
  bench: "tokens",
  what: "tokens of real rules",
  precept: "",
  baseline: "",
  against: "",
  skipped: `set ${directoryVariable} to a directory with rule files`,
};

/** Reads `.mdc` files and files that are all text, such as `.cursorrules`, at any depth. */
function readRules(dir: string): readonly Rule[] {
  const paths = readdirSync(dir, { recursive: true, encoding: "utf8" }).filter((path) => /\.mdc$|\.cursorrules$/.test(path));
  return paths.toSorted().flatMap((path) => {
    const text = readFileSync(join(dir, path), "utf8");
    const content = path.endsWith(".mdc") ? cursor.parse({ text, path, file: path }).draft?.content : text;
    return content === undefined ? [] : [createRule({ id: path, name: path, description: path, content })];
  });
}

async function benchRules(name: string, rules: readonly Rule[], counter: TokenCounter): Promise<readonly Row[]> {
  const sums = new Map<PromptFormat | "texts", number>();
  const add = (key: PromptFormat | "texts", text: string): void => void sums.set(key, (sums.get(key) ?? 0) + counter.count(text));
  for (let at = 0; at < rules.length; at += sectionSize) {
    const always = rules.slice(at, at + sectionSize).map((rule): Rule => ({ ...rule, inclusion: "always" }));
    await using rulebook = createRulebook({ stores: [createMemoryStore({ rules: always })], budget: { characters: Infinity } });
    for (const format of promptFormats) {
      const { prompt, applied } = await rulebook.resolve({}, { format });
      add(format, prompt);
      if (format === "compact") for (const { content } of applied) add("texts", content.trim());
    }
  }
  const texts = sums.get("texts") ?? 0;
  return promptFormats.map((format) => {
    const tokens = sums.get(format) ?? 0;
    const row = {
      bench: "tokens",
      what: `${format}: ${formatCount(rules.length)} ${name}, ${sectionSize} in a section`,
      precept: `${formatCount(tokens)} tokens`,
      baseline: `${formatCount(texts)} tokens`,
      against: "the texts alone",
      ratio: tokens / texts,
    };
    return format === "compact" ? { ...row, goal: { kind: "times", limit: 1.02 } } : row;
  });
}

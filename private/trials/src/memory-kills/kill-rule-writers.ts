import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { openWorkspace, rememberRule } from "@precept/workspace";
import type { Random } from "@precept/testing/random";
import type { Round } from "../trial.ts";
import { killWriter, startWriter } from "./start-writer.ts";

const program = fileURLToPath(new URL("rule-writer.ts", import.meta.url));

const configurations = { fs: "tokens: { counter: characters }\n", sqlite: "store: { sqlite: true }\n" };

/**
 * Kills two processes at random moments while they add, correct, accept, reject and capture rules. All acknowledged writes
 * must be there, no text twice, and the next process must be able to write.
 */
export async function killRuleWriters(dir: string, store: keyof typeof configurations, random: Random): Promise<Round> {
  mkdirSync(join(dir, ".precept"));
  writeFileSync(join(dir, ".precept/config.yaml"), configurations[store]);
  const started = Array.from({ length: 2 }, (_, at) => startWriter(program, dir, `w${at}`));
  await Promise.all(started.map(async ({ hasStarted }) => hasStarted));
  for (const writer of started) {
    await setTimeout(random.next() * 120);
    await killWriter(writer);
  }
  const acknowledged = started.flatMap((writer) => writer.acknowledged);
  await using workspace = await openWorkspace(dir, { home: `${dir}/no-home` });
  const { failures, texts } = await findLosses(workspace, acknowledged);
  // What was interrupted can be repeated, and nothing is doubled.
  const repeated = acknowledged.filter((line) => line.startsWith("rule ")).slice(-2);
  for (const line of repeated) {
    const content = line.slice("rule ".length);
    if (!texts.has(content)) continue;
    const rule = { content, description: "A", scope: "project", source: "trial" } as const;
    const { outcome } = await workspace.withStores({}, (stores) =>
      rememberRule({ workspace, tenant: {}, stores }, rule, { author: "agent" }),
    );
    if (outcome !== "known") failures.push(`the text ${content} was saved again`);
  }
  return { counts: { acknowledged: acknowledged.length, [`rounds of ${store}`]: 1 }, failures };
}

async function findLosses(workspace: Awaited<ReturnType<typeof openWorkspace>>, acknowledged: readonly string[]) {
  const failures: string[] = [];
  const rules = await workspace.list();
  const texts = new Map(rules.map((rule) => [rule.content.trim(), rule]));
  if (texts.size !== rules.length) failures.push("a rule is there twice");
  const replaced = new Set(acknowledged.flatMap((line) => (line.startsWith("instead ") ? [line.slice("instead ".length)] : [])));
  for (const line of acknowledged) {
    const [kind = "", ...words] = line.split(" ");
    const text = words.join(" ");
    const rule = texts.get(text);
    if (kind === "instead" && rule !== undefined) failures.push(`the old text ${text} is back`);
    if (kind === "accept" && rule?.pending !== false) failures.push(`the decision about ${text} is lost`);
    if (kind === "reject" && rule?.enabled !== false) failures.push(`the decision about ${text} is lost`);
    if (kind !== "rule" || rule !== undefined || replaced.has(text)) continue;
    // The correction may have been written and not acknowledged.
    const isCorrected = texts.has(text.replace("topic", "area").replace("belongs to", "needs"));
    if (!isCorrected) failures.push(`the rule ${text} is lost`);
  }
  const errors = (await workspace.diagnostics()).filter(({ severity }) => severity === "error");
  failures.push(...errors.map(({ message }) => message));
  const left = readdirSync(workspace.root).filter((name) => !name.startsWith("."));
  if (left.length > 0) failures.push(`files are left: ${left.join(", ")}`);
  return { failures, texts };
}

import type { Random } from "@precept/testing/random";
import type { RuleName } from "./project.ts";

/** What an agent does in a session. */
export type Step =
  | { readonly kind: "start" | "compaction" }
  | { readonly kind: "prompt"; readonly text: string }
  | { readonly kind: "write"; readonly id: string; readonly file: string; readonly content: string; readonly subagent?: string }
  | { readonly kind: "command"; readonly id: string; readonly command: string; readonly subagent?: string }
  | { readonly kind: "answer"; readonly text: string };

export interface GeneratedSession {
  readonly id: string;
  readonly steps: readonly Step[];
  /** The breaches of each rule, in their order: the file, or what else was done. */
  readonly breaches: Readonly<Record<RuleName, readonly string[]>>;
  /** How many occasions each rule had. */
  readonly occasions: Readonly<Record<RuleName, number>>;
}

const files = ["src/a.ts", "src/b.ts", "docs/c.md", "src/d.js"] as const;

/** Writes a session with known breaches. */
export function generateSession(random: Random, id: string): GeneratedSession {
  const breaches: Record<RuleName, string[]> = { types: [], money: [], pnpm: [], summary: [] };
  const occasions: Record<RuleName, number> = { types: 0, money: 0, pnpm: 0, summary: 0 };
  const steps: Step[] = [{ kind: "start" }];
  let calls = 0;
  const turns = 1 + random.below(5);
  for (let turn = 0; turn < turns; turn += 1) {
    steps.push({ kind: "prompt", text: `Do task ${turn} of ${id}` });
    for (let call = random.below(5); call > 0; call -= 1) steps.push(act());
    if (random.chance(0.15)) steps.push({ kind: "compaction" });
    const isGood = random.chance(0.7);
    occasions.summary += 1;
    if (!isGood) breaches.summary.push("answer");
    steps.push({ kind: "answer", text: `Task ${turn} of ${id} is done.${isGood ? "\nSummary: nothing." : ""}` });
  }
  return { id, steps, breaches, occasions };

  function act(): Step {
    calls += 1;
    const who = random.chance(0.2) ? { subagent: `${id}-agent` } : {};
    const call = { id: `${id}-call-${calls}`, ...who };
    if (random.chance(0.3)) {
      const isGood = random.chance(0.6);
      occasions.pnpm += 1;
      if (!isGood) breaches.pnpm.push("command");
      return { kind: "command", ...call, command: `${isGood ? "pnpm" : "npm"} install part-${calls}` };
    }
    const file = random.pick(files);
    const [hasAny, hasFloat] = [random.chance(0.3), random.chance(0.2)];
    if (hasAny) breaches.types.push(file);
    if (hasFloat) breaches.money.push(file);
    if (hasAny || file.endsWith(".ts")) occasions.types += 1;
    occasions.money += 1;
    const content = [`part ${calls}`, ...(hasAny ? ["let a: any"] : []), ...(hasFloat ? ["parseFloat(a)"] : [])].join("\n");
    return { kind: "write", ...call, file, content };
  }
}

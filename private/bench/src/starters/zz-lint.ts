import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { parsePolicies, createPolicySet, patternsOf, policySeverities } from "@precept/governance";
const dir = "packages/governance/policies/";
const files = readdirSync(dir);
const texts: Record<string,string> = {};
let all: any[] = [];
for (const f of files) {
  const t = readFileSync(dir + f, "utf8");
  texts[f.replace(".yaml","")] = t;
  const p = parsePolicies(t, f);
  for (const d of p.diagnostics) console.log(f, d.location?.start?.line ?? (d as any).line, d.code, d.message);
  all.push(...p.policies);
}
const { diagnostics } = createPolicySet(all);
for (const d of diagnostics) console.log(d.code, JSON.stringify(d.location ?? {}), d.message.slice(0, 600));
for (const { policy } of all) {
  if (policy.tests.valid.length < 3 || policy.tests.invalid.length < 3) console.log("few tests", policy.id);
  if (JSON.stringify(policy.match.contextFilter?.subject ?? "").includes("command") && !policy.tests.invalid.some((t: any) => t.kind === "hook")) console.log("no hook", policy.id);
}
console.log(all.length, "policies");
writeFileSync("packages/governance/src/starters.ts", `// Made from the files in \`policies\` by \`pnpm generate\`.\n\n/** The texts of the starter policies, by file name without extension. */\nexport const starterPolicies: Readonly<Record<string, string>> = {\n${Object.entries(texts).map(([k,v])=>`  ${/^[a-z]+$/.test(k)?k:JSON.stringify(k)}: ${JSON.stringify(v)},\n`).join("")}};\n`);

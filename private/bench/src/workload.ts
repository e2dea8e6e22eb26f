import { createRule, isExclusion, type Rule } from "@precept/core";
import { Random } from "@precept/testing/random";
import { anywhere, doubleExtensions, extensions, fileNames, folders, projects, stems } from "./names.ts";

/** Rules of a large monorepo, and files that an agent may open in it. */
export interface Workload {
  readonly rules: readonly Rule[];
  /** The distinct patterns of all rules, without the `!` of exclusions. */
  readonly globs: readonly string[];
  readonly files: readonly string[];
}

const seed = 20_261_121;
const distinctGlobs = 1800;

/**
 * Generates rules and files from a fixed seed. The patterns are distributed as in public rule collections: nearly half match at any depth
 * (`**\/*.{ts,tsx}`, `**\/__tests__/**`), the others in one directory (`packages/cart/src/**\/*.ts`); few rules have exclusions.
 */
export function createWorkload(ruleCount = 10_000, fileCount = 4000): Workload {
  const random = new Random(seed);
  const pool = createGlobs(random, Math.min(distinctGlobs, Math.ceil(ruleCount * 0.18)));
  const rules = Array.from({ length: ruleCount }, (_, number) => createWorkloadRule(random, number, pool));
  const globs = [...new Set(rules.flatMap((rule) => rule.globs.map((glob) => (isExclusion(glob) ? glob.slice(1) : glob))))];
  const files = [...new Set(Array.from({ length: fileCount }, () => createPath(random)))];
  return { rules, globs, files };
}

type Shape = readonly [weight: number, make: (random: Random) => string];

/** Patterns that match at any depth: extensions, file names and common directories. */
const anywhereShapes: readonly Shape[] = [
  [4, (random) => `**/*.${random.pick(extensions)}`],
  [2, (random) => `*.${random.pick(extensions)}`],
  [8, (random) => `**/*.{${random.pick(extensions)},${random.pick(extensions)}}`],
  [6, (random) => `**/${random.pick(kinds)}/**/*.${random.pick(extensions)}`],
  [4, (random) => `**/${random.pick(kinds)}/**`],
  [4, (random) => `**/${random.pick(kinds)}/*.${random.pick(extensions)}`],
  [6, (random) => `**/${random.pick(stems)}.${random.pick(extensions)}`],
  [3, (random) => `**/*_${random.pick(stems)}.${random.pick(extensions)}`],
  [2, (random) => `**/*${random.pick(stems)}*.*`],
  [3, (random) => `**/*.${random.pick(doubleExtensions)}.${random.pick(["ts", "{ts,tsx}", "js", "{js,jsx,ts,tsx}"])}`],
  [2, (random) => random.pick([`**/${random.pick(fileNames)}`, random.pick(fileNames)])],
];

/** Patterns that match in one directory. */
const anchoredShapes: readonly Shape[] = [
  [4, (random) => `${random.pick(projects)}/**`],
  [14, (random) => `${random.pick(projects)}/src/**/*.${random.pick(["ts", "tsx", "py", "go", "css"])}`],
  [12, (random) => `${random.pick(projects)}/src/${random.pick(folders)}/**/*.{ts,tsx}`],
  [12, (random) => `${random.pick(projects)}/src/${random.pick(folders)}/**`],
  [10, (random) => `${random.pick(projects)}/src/${random.pick(folders)}/*.${random.pick(["ts", "tsx", "py"])}`],
  [6, (random) => `${random.pick(projects)}/${random.pick(fileNames)}`],
  [4, (random) => `${random.pick(projects)}/**/*.{test,spec}.{ts,tsx}`],
  [3, (random) => `src/${random.pick(folders)}/**/*.${random.pick(extensions)}`],
  [1, (random) => `*/*/src/${random.pick(folders)}/**/*.${random.pick(["ts", "tsx"])}`],
  [
    1,
    (random) => random.pick(["tsconfig*.json", "docker-compose*.{yml,yaml}", "packages/*/package.json", "apps/*/src/**/*.tsx"]),
  ],
];

/** In the two public collections that Precept was measured on, 46 % of the distinct patterns match at any depth. */
const anywhereShare = 0.46;
const kinds = [...anywhere, ...folders];

function createGlobs(random: Random, count: number): readonly string[] {
  const globs = new Set<string>();
  while (globs.size < count * anywhereShare) globs.add(createGlob(random, anywhereShapes));
  while (globs.size < count) globs.add(createGlob(random, anchoredShapes));
  return random.shuffle([...globs]);
}

function createGlob(random: Random, shapes: readonly Shape[]): string {
  let left = random.below(shapes.reduce((sum, [weight]) => sum + weight, 0));
  for (const [weight, make] of shapes) {
    left -= weight;
    if (left < 0) return make(random);
  }
  return "**";
}

const exclusions = ["!**/*.d.ts", "!**/generated/**", "!**/*.test.ts", "!**/fixtures/**"];

function createWorkloadRule(random: Random, number: number, pool: readonly string[]): Rule {
  const name = `${random.pick(stems)}-${random.pick(folders).replace("/", "-")}-${number}`;
  const shared = {
    id: `project:.precept/rules/${name}.md`,
    name,
    description: `What to know about ${name}.`,
    content: createBody(random, name),
    priority: 1 + random.below(100),
    origin: { store: "bench", dialect: "precept", root: ".precept/rules", path: `.precept/rules/${name}.md` },
  };
  const kind = random.below(100);
  if (kind < 3) return createRule({ ...shared, inclusion: "agentRequested" });
  if (kind < 5) return createRule({ ...shared, inclusion: "manual" });
  if (number % 500 === 0) return createRule({ ...shared, inclusion: "always" });
  const globs = new Set([random.pick(pool)]);
  while (random.chance(0.3)) globs.add(random.pick(pool));
  if (random.chance(0.03)) globs.add(random.pick(exclusions));
  return createRule({ ...shared, inclusion: "fileMatch", globs: [...globs] });
}

const sentences = [
  "Keep the public surface small; what is not exported can still be changed.",
  "Money is an integer in the smallest unit of its currency, and never leaves the server as a float.",
  "Errors carry a code that callers can compare; the message may change.",
  "A component takes data and callbacks; it does not fetch.",
  "Write the test that fails first, and name it after the behaviour.",
  "Prefer the platform over a dependency, and a dependency over our own code.",
  "Log the identifiers, never the payload.",
];

/** Markdown of about 1 kB, the size of most public rule files. */
function createBody(random: Random, name: string): string {
  const lines = Array.from({ length: 3 + random.below(24) }, () => `- ${random.pick(sentences)}`);
  return `# ${name}\n\n${lines.join("\n")}\n`;
}

/** Nine of ten files are in the `src` of a project. */
function createPath(random: Random): string {
  const name = random.chance(0.05) ? random.pick(fileNames) : `${random.pick(stems)}${random.below(40)}.${createEnding(random)}`;
  if (random.chance(0.03)) return name;
  if (random.chance(0.07)) return `${random.pick(projects)}/${random.pick(anywhere)}/${name}`;
  const deeper = random.chance(0.4) ? `${random.pick(stems)}/` : "";
  return `${random.pick(projects)}/src/${random.pick(folders)}/${deeper}${name}`;
}

function createEnding(random: Random): string {
  if (random.chance(0.15)) return `${random.pick(doubleExtensions)}.ts`;
  return random.chance(0.75) ? random.pick(["ts", "tsx", "py", "go"]) : random.pick(extensions);
}

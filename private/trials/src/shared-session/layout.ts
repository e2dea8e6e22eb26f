import { randomBytes } from "node:crypto";
import { appendFileSync, linkSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Random } from "@precept/testing/random";

/** A project whose MEMORY.md has a canary: a text that occurs nowhere else. */
export interface Layout {
  readonly dir: string;
  /** Random in each run, so that no output can have it by chance. */
  readonly canary: string;
  /** The directory of the context files, relative to the project. */
  readonly contextDir: string;
  /** Other names of MEMORY.md: links, hard links and aliases, relative to the project. */
  readonly names: readonly string[];
  /** What was planted, for reports. */
  readonly log: readonly string[];
}

/** Paths that Precept reads on its own: if they lead to the memory, nothing of it may come out. */
const trapPaths = [
  "AGENTS.md",
  "SPIRIT.md",
  "SOUL.md",
  "OWNER.md",
  "USER.md",
  "TOOLS.md",
  "BOOTSTRAP.md",
  "memory/TODAY.md",
  "memory/YESTERDAY.md",
  "CLAUDE.md",
  ".cursorrules",
  ".precept/rules/linked.md",
  ".precept/rules/deep/linked.md",
  ".cursor/rules/linked.mdc",
  ".github/copilot-instructions.md",
  "docs/linked.md",
  "src/linked.ts",
] as const;

type TrapKind = "symlink" | "absolute symlink" | "hard link" | "link to link" | "link to directory";
const trapKinds: readonly TrapKind[] = ["symlink", "absolute symlink", "hard link", "link to link", "link to directory"];

/** Creates a project with a memory in a random layout. Everything but the canary follows from the random generator. */
export function createLayout(dir: string, random: Random): Layout {
  const canary = `canary${randomBytes(12).toString("hex")}`;
  const contextDir = random.pick([".", ".", ".", "agent", "docs/agent"]);
  const log: string[] = [`context.dir: ${contextDir}`];
  const write = (path: string, text: string): void => {
    mkdirSync(dirname(join(dir, path)), { recursive: true });
    writeFileSync(join(dir, path), text);
  };
  write("home/.keep", "");
  write("shop/.git/HEAD", "ref: refs/heads/main\n");
  const config = [
    ...(contextDir === "." ? [] : [`context: { dir: ${contextDir} }`]),
    ...(random.chance(0.3) ? [`rules: { dirs: [${random.pick([".", "docs", contextDir])}] }`] : []),
  ];
  write("shop/.precept/config.yaml", `${config.join("\n")}\n`);
  log.push(...config);
  const memory = inProject(join(contextDir, "MEMORY.md"));
  plantMemory({ dir, memory, canary, random, write, log });
  writeRules(contextDir, random, (path, text) => write(inProject(path), text));
  const names: string[] = [];
  for (const path of trapPaths) {
    if (!random.chance(0.3)) continue;
    const base = path.startsWith(".") || /^(docs|src|CLAUDE)/.test(path) ? "" : contextDir;
    const trap = join(base, path.replace("TODAY", dateOf(0)).replace("YESTERDAY", dateOf(-1)));
    const kind = random.pick(trapKinds);
    if (plantTrap(dir, inProject(trap), memory, kind)) {
      names.push(trap);
      log.push(`${trap}: ${kind}`);
    }
  }
  return { dir, canary, contextDir, names, log };
}

function inProject(path: string): string {
  return join("shop", path);
}

/** Replaces a context file with a link to the memory while the project is open. */
export function swapFile({ dir, contextDir }: Layout, random: Random): string {
  const path = join("shop", contextDir, random.pick(["AGENTS.md", "SPIRIT.md", "OWNER.md", "TOOLS.md"]));
  const kind = random.pick(trapKinds);
  rmSync(join(dir, path), { recursive: true, force: true });
  plantTrap(dir, path, join("shop", contextDir, "MEMORY.md"), kind);
  return `swapped ${path}: ${kind}`;
}

interface MemoryPlan {
  readonly dir: string;
  readonly memory: string;
  readonly canary: string;
  readonly random: Random;
  readonly write: (path: string, text: string) => void;
  readonly log: string[];
}

function plantMemory({ dir, memory, canary, random, write, log }: MemoryPlan): void {
  const shape = random.pick(["plain", "plain", "front matter", "link to a file", "link to a rule"]);
  log.push(`MEMORY.md: ${shape}`);
  const body = `# MEMORY.md\n\n## ${canary} heading\n\n- ${canary} first\n- Deploys at ${canary}\n\n@${canary} {{${canary}}} \`${canary}\`\n`;
  const rule = `---\nname: ${canary}\ndescription: ${canary}\nalwaysApply: true\nglobs: ["${canary}/**"]\n---\n\n${body}`;
  if (shape === "plain" || shape === "front matter") {
    write(memory, shape === "plain" ? body : rule);
    return;
  }
  const target = shape === "link to a file" ? "shop/private/notes.txt" : "shop/.precept/rules/secret.md";
  write(target, shape === "link to a file" ? body : rule);
  mkdirSync(dirname(join(dir, memory)), { recursive: true });
  symlinkSync(join(dir, target), join(dir, memory));
}

function writeRules(contextDir: string, random: Random, write: (path: string, text: string) => void): void {
  const memory = join(contextDir, "MEMORY.md");
  const references = [`#[[file:${memory}]]`, `@${memory}`, `[memory](../../${memory})`, `#[[file:./${contextDir}/./MEMORY.md]]`];
  const text = references.filter(() => random.chance(0.6)).join("\n");
  write(".precept/rules/always.md", `---\nname: always\ndescription: Always.\n---\n\nBe brief.\n${text}\n`);
  write(
    ".precept/rules/memory.md",
    `---\nname: memory\ndescription: M.\nglobs: ["**/MEMORY.md"]\n---\n\nSee ${references[0] ?? ""}\n`,
  );
  write(".cursor/rules/asked.mdc", `---\ndescription: Asked.\nalwaysApply: false\n---\n\n@${memory}\n`);
}

/** Makes a path lead to the memory. Returns whether it does. */
function plantTrap(dir: string, path: string, memory: string, kind: TrapKind): boolean {
  const [from, to] = [join(dir, path), join(dir, memory)];
  try {
    mkdirSync(dirname(from), { recursive: true });
    switch (kind) {
      case "symlink":
      case "absolute symlink":
        symlinkSync(to, from);
        break;
      case "hard link":
        linkSync(to, from);
        break;
      case "link to link":
        symlinkSync(to, `${from}.step`);
        symlinkSync(`${from}.step`, from);
        break;
      case "link to directory":
        symlinkSync(dirname(to), `${from}.dir`);
        symlinkSync(join(`${from}.dir`, "MEMORY.md"), from);
        break;
    }
    return true;
  } catch {
    // The path exists, or is the memory itself.
    return false;
  }
}

/** Changes the memory in place: with another file in its place, its links would lead to a file that is no memory any more. */
export function changeMemory({ dir, contextDir, canary }: Layout): void {
  appendFileSync(join(dir, "shop", contextDir, "MEMORY.md"), `- ${canary} later\n`);
}

/** `YYYY-MM-DD` in the time zone of this machine. */
function dateOf(days: number): string {
  const date = new Date(Date.now() + days * 86_400_000);
  return `${date.getFullYear()}-${String(date.getMonth() + 1).padStart(2, "0")}-${String(date.getDate()).padStart(2, "0")}`;
}

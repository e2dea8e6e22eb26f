import { mkdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import { listFiles } from "@precept/testing";
import { expect, it } from "vitest";
import { createProject, nativeRule, type TestProject } from "../../../test/precept-in.ts";

async function link(project: TestProject, path: string, target: string): Promise<void> {
  await mkdir(dirname(join(project.dir, path)), { recursive: true });
  await symlink(target, join(project.dir, path));
}

const skill = (name: string): string => `---\nname: ${name}\ndescription: Helps with the kit.\n---\n\nRead its notes first.\n`;

const native = nativeRule("kit", { inclusion: "agentRequested", description: "Helps with the kit." }, "Read its notes first.");

const to = ["--to", "claude,codex,cursor,kiro"];

/** Lists the files of the user and of tools, by their paths in the project. */
function listPaths({ dir }: TestProject): readonly string[] {
  const paths = [...listFiles(dir)].map((path) => relative(dir, path));
  return paths.filter((path) => !path.startsWith(".precept/")).toSorted();
}

/** Runs a command that succeeds. Returns what it prints. */
async function succeed(project: TestProject, ...args: string[]): Promise<string> {
  const { out, err, code } = await project.precept(args);
  expect([code, err]).toEqual([0, ""]);
  return out;
}

it.each([
  ["the name of its folder", "kit", "kit"],
  ["another name than its folder", "use-kit", "kit"],
])(
  "a skill with %s, which two tools read through links to one directory, is imported and stays one file",
  async (_, folder, name) => {
    const project = await createProject({ [`skills/${folder}/SKILL.md`]: skill(name) });
    await link(project, ".claude/skills", "../skills");
    await link(project, ".agents/skills", "../skills");
    const before = listPaths(project);
    expect(await succeed(project, "import")).toContain("1 created");
    expect(await succeed(project, "export", ...to)).not.toContain("Read twice");
    const written = listPaths(project);
    expect(written).toEqual([".kiro/skills/kit/SKILL.md", `skills/${folder}/SKILL.md`]);
    await succeed(project, "export", ...to, "--check");

    await writeFile(join(project.dir, ".kiro/skills/kit/SKILL.md"), skill("kit").replace("first", "twice"));
    await succeed(project, "import");
    await succeed(project, "export", ...to);
    expect(await readFile(join(project.dir, `skills/${folder}/SKILL.md`), "utf8")).toBe(skill(name).replace("first", "twice"));

    await succeed(project, "revert");
    expect(listPaths(project)).toEqual(before);
    expect(await readFile(join(project.dir, `skills/${folder}/SKILL.md`), "utf8")).toBe(skill(name));
  },
);

it("a skill that is exported for two tools with one directory is written once, and is no further rule", async () => {
  const project = await createProject({
    ".precept/rules/kit.md": native,
    ".precept/skills/kit/run.sh": "exit 0\n",
    ".agents/skills/.gitkeep": "",
  });
  await link(project, ".claude/skills", "../.agents/skills");
  const out = await succeed(project, "export", ...to);
  expect(out).not.toContain("not written");
  expect(out).not.toContain(".claude/skills");
  expect(await succeed(project, "list")).toContain("1 rule\n");
  expect(await succeed(project, "export", ...to, "--check")).toContain("4 unchanged");
  await succeed(project, "revert");
  expect(listPaths(project)).toEqual([".agents/skills/.gitkeep"]);
});

it("a skill stays if the directory of another tool becomes a link to its directory, and is written again without it", async () => {
  const project = await createProject({ ".precept/rules/kit.md": native });
  await succeed(project, "export", ...to);
  await rm(join(project.dir, ".claude/skills"), { recursive: true });
  await link(project, ".claude/skills", "../.agents/skills");
  expect(await succeed(project, "export", ...to)).toContain("2 unchanged");
  await rm(join(project.dir, ".claude/skills"));
  expect(await succeed(project, "export", ...to)).toContain("created  .claude/skills/kit/SKILL.md");
});

it("a tool whose link was removed gets a file again", async () => {
  const project = await createProject({ "AGENTS.md": "# Repository\n\nUse pnpm.\n" });
  await link(project, "CLAUDE.md", "AGENTS.md");
  await succeed(project, "import");
  expect(await succeed(project, "export", "--to", "claude,agents")).toContain("1 unchanged");
  await rm(join(project.dir, "CLAUDE.md"));
  await succeed(project, "export", "--to", "claude,agents");
  expect(await readFile(join(project.dir, "CLAUDE.md"), "utf8")).toBe("@AGENTS.md\n");
});

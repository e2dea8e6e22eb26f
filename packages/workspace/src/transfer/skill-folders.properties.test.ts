import { chmod, cp, lstat, mkdir, readdir, readFile, readlink, symlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { applyRevert, applyTransfer, planRevert } from "@precept/transfer";
import { propertyRuns } from "@precept/testing";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createProject, type Project } from "../../test/project.ts";
import { planWorkspaceExport } from "./export.ts";
import { planWorkspaceImport } from "./import.ts";

type Entry =
  | { readonly kind: "file"; readonly bytes: Uint8Array; readonly mode: number }
  /** `steps` up, then `to`. A link that stays in the folder goes up at most as many directories as it is deep. */
  | { readonly kind: "link"; readonly steps: number; readonly to: string; readonly isOutside: boolean };

const names = fc.constantFrom(
  "scripts",
  "references",
  "assets",
  "run.sh",
  "notes.md",
  "a b",
  "-x",
  "ü",
  "日本",
  "x'y",
  "[1]",
  "#",
  "$HOME",
  "README",
  "...",
);
const paths = fc.array(names, { minLength: 1, maxLength: 4 }).map((segments) => segments.join("/"));

/** After the name of a link, `..` leads anywhere. */
const upwards = "scripts/../..";

const entries: fc.Arbitrary<Entry> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant("file" as const),
      bytes: fc.oneof(
        fc.uint8Array({ maxLength: 40 }),
        fc.constantFrom("", "text\n", "one\r\ntwo\r\n", "no end").map((text) => Buffer.from(text)),
      ),
      mode: fc.constantFrom(0o644, 0o755, 0o600, 0o700),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant("link" as const),
      steps: fc.nat(2),
      to: fc.oneof(names, fc.constantFrom(upwards, "/etc/hosts")),
      isOutside: fc.boolean(),
    }),
  },
);

/** Folders of skills: files and links by path. */
const folders = fc
  .uniqueArray(fc.tuple(paths, entries), { maxLength: 8, selector: ([path]) => path })
  .map((list) => list.filter(([path]) => !list.some(([other]) => other.startsWith(`${path}/`))))
  .map((list) => new Map(list));

function textOf(path: string, { steps, to, isOutside }: Extract<Entry, { kind: "link" }>): string {
  const depth = path.split("/").length - 1;
  return to.startsWith("/") ? to : `${"../".repeat(isOutside ? depth + 1 : Math.min(steps, depth))}${to}`;
}

function isInside({ to, isOutside }: Extract<Entry, { kind: "link" }>): boolean {
  return !isOutside && to !== upwards && !to.startsWith("/");
}

const skillText = "---\nname: demo\ndescription: Shows how.\n---\n\nRead on.\n";

async function writeFolder(dir: string, folder: ReadonlyMap<string, Entry>): Promise<void> {
  for (const [path, entry] of folder) {
    const at = join(dir, path);
    await mkdir(dirname(at), { recursive: true });
    if (entry.kind === "link") await symlink(textOf(path, entry), at);
    else {
      await writeFile(at, entry.bytes);
      await chmod(at, entry.mode);
    }
  }
}

/** What a copy of the folder has to be. */
function describeFolder(folder: ReadonlyMap<string, Entry>): readonly string[] {
  return [...folder]
    .flatMap(([path, entry]) => {
      if (entry.kind === "link") return isInside(entry) ? [`${path} -> ${textOf(path, entry)}`] : [];
      return [`${path} ${(entry.mode & 0o100) === 0 ? "-" : "x"} ${Buffer.from(entry.bytes).toString("hex")}`];
    })
    .toSorted();
}

/** The files and links below a directory. @param isExact with all permissions and directories. */
async function readTree(dir: string, isExact = false, below = ""): Promise<readonly string[]> {
  const lines: string[] = [];
  for (const name of await readdir(join(dir, below))) {
    const path = below === "" ? name : `${below}/${name}`;
    if (path === ".precept" || path === "SKILL.md") continue;
    const status = await lstat(join(dir, path));
    const mode = isExact ? (status.mode & 0o777).toString(8) : (status.mode & 0o100) === 0 ? "-" : "x";
    if (status.isSymbolicLink()) lines.push(`${path} -> ${await readlink(join(dir, path))}`);
    else if (status.isDirectory()) lines.push(...(isExact ? [`${path}/ ${mode}`] : []), ...(await readTree(dir, isExact, path)));
    else lines.push(`${path} ${mode} ${(await readFile(join(dir, path))).toString("hex")}`);
  }
  return lines.toSorted();
}

async function exportTo(project: Project, to: readonly string[]): Promise<void> {
  const workspace = await project.open();
  const plan = await planWorkspaceExport(workspace, { to });
  const { notApplied } = await applyTransfer(workspace.root, plan, plan.before, { isConfirmed: true });
  expect(notApplied).toEqual([]);
  const again = await planWorkspaceExport(await project.open(), { to });
  expect(again.actions.filter(({ kind }) => kind !== "unchanged")).toEqual([]);
}

async function importAll(project: Project): Promise<void> {
  const workspace = await project.open();
  const plan = await planWorkspaceImport(workspace);
  await applyTransfer(workspace.root, plan, plan.before, { by: "import" });
}

const tools = ["kiro", "windsurf", "gemini", "claude"];
const dirs = [".kiro/skills/demo", ".windsurf/skills/demo", ".agents/skills/demo"];

describe.skipIf(process.platform === "win32")("the files beside a skill", () => {
  it("are the same after an export and an import elsewhere, and revert restores the project", { tags: "slow" }, async () => {
    await fc.assert(
      fc.asyncProperty(folders, fc.boolean(), async (folder, isNative) => {
        const project = await createProject({ ".claude/skills/demo/SKILL.md": skillText });
        await writeFolder(join(project.dir, ".claude/skills/demo"), folder);
        const before = await readTree(project.dir, true);
        const expected = describeFolder(folder);
        if (isNative) await importAll(project);
        await exportTo(project, tools);
        for (const dir of dirs) expect(await readTree(join(project.dir, dir))).toEqual(expected);
        const elsewhere = await createProject();
        await cp(join(project.dir, ".kiro"), join(elsewhere.dir, ".kiro"), { recursive: true, verbatimSymlinks: true });
        await importAll(elsewhere);
        expect(await readTree(join(elsewhere.dir, ".precept/skills/demo")).catch(() => [])).toEqual(expected);
        await applyRevert(project.dir, planRevert(project.dir), { isConfirmed: true });
        expect(await readTree(project.dir, true)).toEqual(before);
      }),
      { numRuns: propertyRuns({ sample: 12, full: 100 }) },
    );
  });
});

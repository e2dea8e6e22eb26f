import { chmod, mkdir, symlink } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { workspaceDiagnostics, type WorkspaceDiagnosticCode } from "./diagnostic-catalogue.ts";
import { createProject, type Project } from "../test/project.ts";

const config = ".precept/config.yaml";

/** For every code what makes it, and the file that it is reported for. */
const produced: Record<WorkspaceDiagnosticCode, readonly [file: string | undefined, make: (project: Project) => unknown]> = {
  "roots/no-project": [undefined, (project) => openUnmarked(project)],
  "ledger/unreadable": [".precept/ledger.json", (project) => project.write(".precept/ledger.json", "{")],
  "config/yaml": [config, (project) => project.write(config, "a: [")],
  "config/not-a-mapping": [config, (project) => project.write(config, "text")],
  "config/unknown-key": [config, (project) => project.write(config, "usr: ada")],
  "config/invalid-value": [config, (project) => project.write(config, "user: 7")],
  "config/not-trusted": [config, (project) => project.write(config, "references: { allow: [../docs] }")],
  "config/no-effect": [
    config,
    (project) => project.write(config, "policies: { tables: { priority_mapping: { P3: { rollback: true } } } }"),
  ],
  "config/secret-missing": [config, (project) => openTrusted(project)],
  "config/secret-exposed": [
    config,
    async (project) => {
      await project.write("url", "redis://127.0.0.1:9");
      await chmod(join(project.dir, "url"), 0o644);
      await openTrusted(project);
    },
  ],
  "config/unreadable": [config, (project) => mkdir(join(project.dir, config), { recursive: true })],
  "config/not-text": [config, (project) => project.write(config, Uint8Array.of(0xff))],
  "config/too-large": [config, (project) => project.write(config, `# ${"x".repeat(65_536)}`)],
  "config/misnamed": [".precept/config.yml", (project) => project.write(".precept/config.yml", "user: ada")],
  "config/not-applied": [undefined, (project) => breakDatabaseLater(project)],
  "tokens/unknown-model": [undefined, (project) => project.write(config, "tokens: { model: some-model }")],
  "store/refused": [
    ".precept/rules.sqlite",
    async (project) => {
      await project.write(config, "store: { sqlite: true }");
      await symlink("elsewhere.sqlite", join(project.dir, ".precept/rules.sqlite"));
    },
  ],
  "sessions/not-recorded": [undefined, (project) => recordInFile(project)],
  "state/refused": [
    ".precept/state",
    async (project) => {
      await mkdir(join(project.dir, ".precept"), { recursive: true });
      await symlink("..", join(project.dir, ".precept/state"));
    },
  ],
};

async function openUnmarked(project: Project): Promise<void> {
  await project.write("sub/x.ts", "");
  later.set(project, await project.open({ discover: true }));
}

/** A project whose configuration names a file with the URL of a cache. */
async function openTrusted(project: Project): Promise<void> {
  await project.write(config, "cache: { redis: { urlFile: url } }");
  later.set(project, await project.open({ trustedDirs: [project.dir] }));
}

/** The directory of the sessions is a file. */
async function recordInFile(project: Project): Promise<void> {
  await project.write(".precept/state/sessions", "a file");
  const workspace = await project.open();
  await workspace.resolve({ session: "s" }, { channel: "cli" });
  await expect.poll(async () => workspace.diagnostics()).toHaveLength(1);
  later.set(project, workspace);
}

/** A database in a directory that is a file: it can't be made. */
async function breakDatabaseLater(project: Project): Promise<void> {
  const workspace = await project.open();
  await project.write("taken", "a file");
  await project.write(config, "store: { sqlite: taken/rules.sqlite }");
  await expect(workspace.reload()).rejects.toMatchObject({ code: "STORE_FAILED" });
  later.set(project, workspace);
}

const later = new Map<Project, Awaited<ReturnType<Project["open"]>>>();

describe("every diagnostic about a workspace", () => {
  it.each(Object.entries(produced))("%s is reported, alone, with the words of the catalogue", async (code, [file, make]) => {
    const project = await createProject();
    await make(project);
    const workspace = later.get(project) ?? (await project.open());
    const entry = workspaceDiagnostics[code as WorkspaceDiagnosticCode];
    // Errors because of which policies can be missing are diagnostics of both.
    const reported = [...new Set([...(await workspace.diagnostics()), ...(await workspace.policies.diagnostics())])];
    expect(reported).toMatchObject([{ code, severity: entry.severity, message: expect.stringMatching(/\.$/) }]);
    expect(reported[0]?.file).toBe(file);
    expect("hint" in entry ? entry.hint : reported[0]?.hint).toBe(reported[0]?.hint);
    const { diagnostics } = await workspace.resolve();
    expect(diagnostics).toEqual("incomplete" in entry ? reported : []);
  });

  it("are all in the table of this test", () => {
    expect(Object.keys(produced).toSorted()).toEqual(Object.keys(workspaceDiagnostics).toSorted());
  });
});

import { describe, expect, it } from "vitest";
import type { WorkspaceChange } from "./feed.ts";
import { createProject, namesOf, nativeRule } from "../test/project.ts";
import type { Workspace } from "./workspace.ts";

/** Waits for the next change that matches. */
function nextChange(workspace: Workspace, matches: (change: WorkspaceChange) => boolean): Promise<WorkspaceChange> {
  return new Promise((resolve) => {
    const end = workspace.subscribe((change) => {
      if (!matches(change)) return;
      end();
      resolve(change);
    });
  });
}

describe("a watched workspace", () => {
  it("notices rules that are created, changed and deleted, including the very first one", async () => {
    const { open, write, remove } = await createProject();
    const workspace = await open({ watch: true });
    const came = nextChange(workspace, ({ rules }) => rules.length > 0);
    await write(".precept/rules/a.md", nativeRule("a"));
    expect(namesOf((await came).rules)).toEqual(["a"]);
    const went = nextChange(workspace, ({ deleted }) => deleted.length > 0);
    await remove(".precept/rules/a.md");
    expect((await went).deleted).toEqual(["project:.precept/rules/a.md"]);
  });

  it("notices a configuration that is created, becomes invalid, is corrected and deleted", async () => {
    const { open, write, remove } = await createProject({ "team/team.md": nativeRule("team") });
    const workspace = await open({ watch: true });
    const came = nextChange(workspace, ({ config }) => config !== undefined);
    await write(".precept/config.yaml", "rules: { dirs: [team] }\n");
    expect(await came).toMatchObject({ rules: [{ name: "team" }], config: { rules: { dirs: ["team"] } } });
    const broke = nextChange(workspace, ({ diagnostics }) => diagnostics.length > 0);
    await write(".precept/config.yaml", "rules: {\n");
    expect((await broke).diagnostics).toMatchObject([{ code: "config/yaml" }]);
    expect(namesOf(await workspace.list())).toEqual(["team"]);
    const mended = nextChange(workspace, ({ config }) => config !== undefined);
    await write(".precept/config.yaml", "rules: { dirs: [team] }\ntool: claude\n");
    expect(await mended).toMatchObject({ rules: [], diagnostics: [], config: { tool: "claude" } });
    const went = nextChange(workspace, ({ config }) => config !== undefined);
    await remove(".precept/config.yaml");
    expect(await went).toMatchObject({ deleted: ["project:team/team.md"], config: {} });
  });

  it("reports a new configuration that cannot be applied", async () => {
    const { open, write } = await createProject({ taken: "a file" });
    const workspace = await open({ watch: true });
    const failed = nextChange(workspace, ({ diagnostics }) => diagnostics.length > 0);
    await write(".precept/config.yaml", "store: { sqlite: taken/rules.sqlite }\n");
    expect((await failed).diagnostics).toMatchObject([{ code: "config/not-applied" }]);
  });
});

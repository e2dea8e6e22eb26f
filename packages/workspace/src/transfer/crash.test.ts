import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { startScript, type ScriptProcess } from "@precept/testing";
import { expect, it } from "vitest";
import { createProject, nativeRule } from "../../test/project.ts";
import { applyTransfer } from "@precept/transfer";
import { planWorkspaceExport } from "./export.ts";

const rules = 300;

/** Runs a process that exports once. It is killed when the test ends. */
function startExport(dir: string, home: string): ScriptProcess {
  const program = `
    import { openWorkspace } from "../open-workspace.ts";
    import { planWorkspaceExport } from "./export.ts";
    import { applyTransfer } from "@precept/transfer";
    const workspace = await openWorkspace(process.argv[2], { home: process.argv[3] });
    const plan = await planWorkspaceExport(workspace, { to: ["cursor", "kiro"] });
    await applyTransfer(workspace.root, plan, plan.before, { isConfirmed: true });
    await workspace[Symbol.asyncDispose]();`;
  return startScript(program, { cwd: import.meta.dirname, args: [dir, home] });
}

async function writeRules(write: (path: string, text: string) => Promise<void>, round: number): Promise<void> {
  // Each round has other rules, all with other texts.
  for (let at = 0; at < rules; at += 1) {
    const name = `rule-${at + round * 20}`;
    await write(`.precept/rules/${name}.md`, nativeRule(name, {}, `Text ${round}.`));
  }
}

/** Without incomplete files. */
async function filesIn(path: string): Promise<readonly string[]> {
  return (await readdir(path).catch(() => [])).filter((name) => !name.startsWith("."));
}

it("an export that is killed is completed by the next one, whatever changed meanwhile", { tags: "slow" }, async () => {
  const { dir, home, write, remove, open } = await createProject({});
  let partly = 0;
  for (let round = 0; round < 5; round += 1) {
    if (round > 0) await remove(".precept/rules");
    await writeRules(write, round);
    const child = startExport(dir, home);
    const closed = new Promise<boolean>((resolve) => child.once("close", () => resolve(true)));
    // Killed when it has written a rule in the first or second half, but not yet the last one.
    const sign = join(dir, `.kiro/steering/rule-${round * 20 + 100 + round * 10}.md`);
    const isThere = async (): Promise<boolean> => (await readFile(sign, "utf8").catch(() => "")).includes(`Text ${round}.`);
    while (!(await isThere()) && !(await Promise.race([closed, setTimeout(1, false)])));
    child.kill("SIGKILL");
    await closed;
    const texts = await Promise.all(
      (await filesIn(join(dir, ".kiro/steering"))).map((name) => readFile(join(dir, ".kiro/steering", name), "utf8")),
    );
    const current = texts.filter((text) => text.includes(`Text ${round}.`)).length;
    if (current > 0 && current < rules) partly += 1;
    // Every file is complete or missing.
    expect(texts.filter((text) => !/Text \d\.\n$/.test(text))).toEqual([]);
  }
  // A file that the killed export wrote is changed by hand.
  await writeFile(join(dir, ".kiro/steering/rule-110.md"), "By hand.\n");
  const workspace = await open();
  const plan = await planWorkspaceExport(workspace, { to: ["cursor", "kiro"] });
  expect(plan.actions.filter(({ kind }) => kind === "blocked").map(({ path }) => path)).toEqual([".kiro/steering/rule-110.md"]);
  await applyTransfer(workspace.root, plan, plan.before, { isConfirmed: true });
  expect(await filesIn(join(dir, ".cursor/rules"))).toHaveLength(rules);
  expect(await readFile(join(dir, ".cursor/rules/rule-379.mdc"), "utf8")).toContain("Text 4.");
  const again = await planWorkspaceExport(workspace, { to: ["cursor", "kiro"] });
  expect(new Set(again.actions.map(({ kind }) => kind))).toEqual(new Set(["unchanged", "blocked"]));
  // Otherwise the kills came too early or too late.
  expect(partly).toBeGreaterThan(0);
});

it("an export does not overwrite a file that another program wrote after the plan was made", async () => {
  const { dir, open, write } = await createProject({
    ".precept/rules/a.md": nativeRule("a"),
    ".precept/rules/b.md": nativeRule("b"),
  });
  const workspace = await open();
  const plan = await planWorkspaceExport(workspace, { to: ["cursor"] });
  await write(".cursor/rules/a.mdc", "By hand.\n");
  const { done, notApplied } = await applyTransfer(workspace.root, plan, plan.before, { isConfirmed: true });
  expect([done, notApplied].map((actions) => actions.map(({ path }) => path))).toEqual([
    [".cursor/rules/b.mdc"],
    [".cursor/rules/a.mdc"],
  ]);
  expect(await readFile(join(dir, ".cursor/rules/a.mdc"), "utf8")).toBe("By hand.\n");
  await workspace.reload();
  const next = await planWorkspaceExport(workspace, { to: ["cursor"] });
  expect(next.actions.find(({ path }) => path === ".cursor/rules/a.mdc")).toMatchObject({ kind: "blocked", reason: "foreign" });
});

it("of two concurrent exports, the second does nothing and reports it", async () => {
  const { open } = await createProject({ ".precept/rules/a.md": nativeRule("a") });
  const workspace = await open();
  const plan = await planWorkspaceExport(workspace, { to: ["cursor"] });
  await applyTransfer(workspace.root, plan, plan.before, { isConfirmed: true });
  await expect(applyTransfer(workspace.root, plan, plan.before)).rejects.toMatchObject({ code: "LEDGER_CHANGED" });
});

import { describe, expect, it } from "vitest";
import { createProject, nativeRule } from "../../../test/precept-in.ts";

const memories = JSON.stringify([{ memory: "Store amounts in cents." }, "use  TABS.", "Use tabs.", "Deploy on Fridays."]);
const files = {
  "mem0.json": memories,
  ".precept/rules/tabs.md": nativeRule("tabs", {}, "Use tabs."),
};
const args = ["import", "--from", "mem0", "--file", "mem0.json", "--scope", "project"];

describe("precept import of memories", () => {
  it("adds them as pending rules, each text once, without those that a rule has", async () => {
    const { precept } = await createProject(files);
    expect((await precept([...args, "--dry-run"])).out).toBe(
      "Would import: 2 new memories, 1 known one\n  Store amounts in cents.\n  Deploy on Fridays.\n",
    );
    const { out, code } = await precept(args);
    expect(code).toBe(0);
    expect(out).toMatch(/^Imported: 2 new memories, 1 known one\n {2}store-amounts-in-cents {2}.*\n {2}deploy-on-fridays {2}/);
    const pending = await precept(["search", "amounts deploy", "--status", "pending", "--mode", "sparse", "--json"]);
    expect((JSON.parse(pending.out) as { total_count: number }).total_count).toBe(2);
    expect((await precept(["resolve", "--prompt", "store the amounts in cents"])).out).not.toContain("Store amounts");
    expect((await precept(args)).out).toMatch(/^Imported: 0 new memories, 3 known ones\n$/);
  });

  it("reads the memory directory of Claude Code, or another one", async () => {
    const { precept } = await createProject({ "memory/a.md": "---\nname: a\n---\nUse tabs.\n", "memory/b.txt": "No." });
    const { out } = await precept(["import", "--from", "claude-memory", "--file", "memory", "--json"]);
    expect(JSON.parse(out)).toMatchObject({
      done: true,
      memories: [{ content: "Use tabs." }],
      rules: [{ name: "a", status: "pending" }],
    });
  });

  it.each<[readonly string[], string]>([
    [["--from", "mem0"], "--file <path>"],
    [["--from", "mem0", "--file", "gone.json", "--scope", "project"], "No such file: "],
    [["--from", "mem0", "--file", "mem0.json"], "--user <id>"],
    [["--from", "mem0,cursor", "--file", "mem0.json"], "one source of memories alone"],
    [["--file", "mem0.json"], "--from claude-memory, memory-file, mem0, chatgpt, claude-export"],
  ])("refuses %j", async (options, message) => {
    const { precept } = await createProject(files);
    const { err, code } = await precept(["import", ...options]);
    expect(err).toContain(message);
    expect(code).not.toBe(0);
  });
});

import { appendFile, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { WireTrace } from "@precept/core";
import { describe, expect, it } from "vitest";
import { createProject, nativeRule } from "../../../test/precept-in.ts";

interface Answer {
  readonly traces: readonly WireTrace[];
  readonly unreadable_lines: number;
}

const rules = { ".precept/rules/a.md": nativeRule("a", { globs: '"*.ts"' }) };

describe("precept trace", () => {
  it("shows traces of recent resolutions, newest first", async () => {
    const { precept } = await createProject(rules);
    expect((await precept(["trace"])).out).toContain("No traces yet.");
    await precept(["explain", "one.ts"]);
    await precept(["resolve", "two.py"]);
    const { traces, unreadable_lines } = JSON.parse((await precept(["trace", "--last", "9", "--json"])).out) as Answer;
    expect(unreadable_lines).toBe(0);
    expect(traces).toMatchObject([
      { files: ["two.py"], evaluated_rules: ["a"], final_rules: [], total_content_size: 0 },
      {
        files: ["one.ts"],
        matched_rules: [{ name: "a", scope: "project", match_reason: "file pattern matched: *.ts", matched_files: ["one.ts"] }],
        final_rules: ["a"],
        total_content_size: 11,
      },
    ]);
    expect((await precept(["trace"])).out).toContain("- a: no file matched *.ts");
  });

  it("identifies each request by a unique id and its time", async () => {
    const { precept } = await createProject(rules);
    await precept(["resolve"]);
    await precept(["resolve"]);
    const { traces } = JSON.parse((await precept(["trace", "--last", "9", "--json"])).out) as Answer;
    const ids = traces.map(({ request_id }) => request_id);
    expect(new Set(ids).size).toBe(2);
    for (const id of ids) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/);
    for (const { timestamp } of traces) expect(new Date(timestamp ?? "").toISOString()).toBe(timestamp);
    expect((await precept(["trace"])).out.split("\n")[0]).toBe(traces[0]?.timestamp);
  });

  it("skips unreadable lines, and counts them", async () => {
    const { precept, dir } = await createProject(rules);
    await precept(["resolve", "one.ts"]);
    const path = join(dir, ".precept/state/traces.jsonl");
    await appendFile(path, 'not JSON\n{"other":"JSON"}\nnull\n{"request_id":"half');
    const { out, err, code } = await precept(["trace"]);
    expect(out).toContain("one.ts");
    expect(err).toBe("warning  4 lines in .precept/state/traces.jsonl could not be read\n");
    expect(code).toBe(0);
    expect(JSON.parse((await precept(["trace", "--json"])).out)).toMatchObject({
      traces: [{ files: ["one.ts"] }],
      unreadable_lines: 4,
    });
    await writeFile(path, "{}\n");
    const nothing = await precept(["trace"]);
    expect(nothing.out).toContain("No traces yet.");
    expect(nothing.err).toContain("1 line in");
  });

  it("records at most a thousand evaluated and skipped rules", async () => {
    const files = Array.from({ length: 1001 }, (_, at) => [`.precept/rules/${at}.md`, nativeRule(`r${at}`, { globs: '"*.ts"' })]);
    const { precept } = await createProject(Object.fromEntries(files));
    await precept(["resolve", "one.py"]);
    const [trace] = (JSON.parse((await precept(["trace", "--json"])).out) as Answer).traces;
    expect([trace?.evaluated_rules.length, trace?.skipped_rules.length]).toEqual([1000, 1000]);
  });

  it("writes nothing in a project without a .precept directory", async () => {
    const { precept, dir } = await createProject({ ".cursor/rules/a.mdc": "A\n" });
    await precept(["explain"]);
    expect(await readdir(dir)).toEqual([".cursor"]);
  });
});

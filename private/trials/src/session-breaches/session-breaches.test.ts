import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Random } from "@precept/testing/random";
import { openWorkspace } from "@precept/workspace";
import { expect, it } from "vitest";
import { compareBreaches } from "./compare.ts";
import { generateSession } from "./generate.ts";
import { importLarge } from "./import-large.ts";
import { TrialProject } from "./project-under-trial.ts";
import { runHooks } from "./run-hooks.ts";

/** What is wrong with the records of sessions, as a fault would leave them. */
const faults: Readonly<Record<string, (line: string) => string>> = {
  "a decision that is lost": (line) => (line.includes('"kind":"decision"') ? "" : line),
  "an answer that is lost": (line) => (line.includes('"action":"answer"') ? "" : line),
  "a change that is lost": (line) => (line.includes('"kind":"file"') ? "" : line),
  "a call that is there twice": (line) =>
    line.includes('"kind":"file"') ? `${line}\n${line.replace("-call-", "-copy-")}` : line,
};

it.each([undefined, ...Object.keys(faults)])("the trial finds %s", async (fault) => {
  using project = new TrialProject();
  const random = new Random(7);
  const sessions = [generateSession(random, "s1"), generateSession(random, "s2"), generateSession(random, "s3")];
  {
    await using workspace = await openWorkspace(project.dir, { home: `${project.dir}/no-home` });
    let now = Date.UTC(2026, 0, 31);
    for (const session of sessions) await runHooks(workspace, session, () => (now += 1000));
  }
  const dir = join(project.dir, ".precept/state/sessions");
  for (const name of fault === undefined ? [] : readdirSync(dir)) {
    const lines = readFileSync(join(dir, name), "utf8").split("\n");
    writeFileSync(join(dir, name), lines.map((line) => faults[fault ?? ""]?.(line) ?? line).join("\n"));
  }
  const failures = compareBreaches("hooks", sessions, await project.adherence());
  expect(failures.length > 0).toBe(fault !== undefined);
});

it("a large transcript is imported with little memory", { tags: ["slow"] }, async () => {
  expect(await importLarge(50_000_000)).toEqual([]);
});

import { createRule, type RuleInput } from "@precept/core";
import { describe, expect, it } from "vitest";
import { dialectIds } from "../tools.ts";
import { dialects, findDialect } from "./dialects.ts";
import { sortReads } from "../reads/list-reads.ts";
import { canTravelAsSkill } from "./can-travel-as-skill.ts";
import { findSkillHost, readsSkill, skillHosts } from "./skill-hosts.ts";

function whereTravels(fields: Partial<RuleInput>): readonly string[] {
  const rule = createRule({ id: "project:t", name: "t", description: "D", content: "Text.\n", ...fields });
  return dialectIds.filter((id) => id !== "skill" && canTravelAsSkill(rule, id).possible);
}

describe("a rule that", () => {
  const hosts = dialectIds.filter((id) => id !== "skill" && findSkillHost(id) !== undefined);

  it("the agent requests can be a skill of every tool that reads skills", () => {
    expect(whereTravels({ inclusion: "agentRequested" })).toEqual(hosts);
    expect(hosts).toHaveLength(skillHosts.length - 1);
  });

  it("has to be requested can be a skill where the agent can be kept from choosing it", () => {
    expect(whereTravels({ inclusion: "manual" })).toEqual([
      "cursor",
      "claude",
      "copilot",
      "crush",
      "kimi",
      "openhands",
      "qwen",
      "zed",
    ]);
  });

  it("applies by file can be a skill where `paths` is read", () => {
    expect(whereTravels({ inclusion: "fileMatch", globs: ["src/**"] })).toEqual(["cursor", "claude", "openhands", "qwen"]);
  });

  it.each(["always", "relevant"] as const)("has the inclusion %s is never a skill", (inclusion) => {
    expect(whereTravels({ inclusion })).toEqual([]);
  });

  it("has no description is never a skill", () => {
    expect(whereTravels({ inclusion: "agentRequested", description: "" })).toEqual([]);
  });
});

it("the answer says where to write the skill, and why a rule cannot be one", () => {
  const rule = createRule({ id: "project:t", name: "My Rule", description: "D", inclusion: "manual" });
  const claude = canTravelAsSkill(rule, "claude");
  expect(claude).toMatchObject({ possible: true, dirs: [".claude/skills"], path: "my-rule/SKILL.md", notes: [] });
  expect(canTravelAsSkill(rule, "gemini")).toEqual({
    possible: false,
    notes: [
      { field: "inclusion", kind: "meaning", message: "Gemini CLI cannot keep the agent from choosing a skill by itself." },
    ],
  });
  expect(canTravelAsSkill(rule, "tabnine")).toEqual({ possible: false, notes: [] });
});

describe("the table of skill hosts", () => {
  it("has a dialect for each tool, with the title of the dialect", () => {
    for (const { id, title } of skillHosts) expect(findDialect(id)?.title).toBe(title);
  });

  it("agrees with the table of what tools read on who reads the shared directory", () => {
    const path = ".agents/skills/a/SKILL.md";
    const readers = skillHosts.filter((host) => readsSkill(host, path));
    const also = dialects.filter((dialect) => sortReads(dialect.id, [path]).read.length > 0);
    expect(also.map(({ id }) => id).toSorted()).toEqual(readers.map(({ id }) => id).toSorted());
  });

  it("knows that a tool reads skills in subdirectories only if it does", () => {
    const [claude, cursor] = [findSkillHost("claude"), findSkillHost("cursor")];
    const nested = "apps/web/.claude/skills/a/SKILL.md";
    expect(claude && readsSkill(claude, nested)).toBe(true);
    expect(cursor && readsSkill(cursor, nested)).toBe(false);
    expect(cursor && readsSkill(cursor, ".claude/skills/a/SKILL.md")).toBe(true);
  });
});

import type { RuleFilter, RuleInput } from "@precept/core";
import { expect } from "vitest";
import { NotApplicable, type Check, type ChecksOf } from "../check.ts";
import { saveRules } from "../subject/save.ts";
import { collect } from "../subject/read.ts";

type Named = Partial<RuleInput> & { readonly name: string };

const rules: readonly Named[] = [
  { name: "plain" },
  { name: "Plain" },
  { name: "global", scope: "global" },
  { name: "user", scope: "user" },
  { name: "session", scope: "session" },
  { name: "files", inclusion: "fileMatch", globs: ["*.ts"] },
  { name: "manual", inclusion: "manual" },
  { name: "offered", inclusion: "agentRequested" },
  { name: "found", inclusion: "relevant" },
  { name: "off", enabled: false },
  { name: "taste", category: "preference" },
  { name: "conduct", category: "behavior" },
  { name: "law", authority: "absolute" },
  { name: "shop", projectId: "shop" },
  { name: "shop-2", projectId: "shop-2" },
  { name: "ann", userId: "ann" },
  { name: "bob", userId: "bob" },
  { name: "ann-in-shop", userId: "ann", projectId: "shop" },
  { name: "claude", targets: ["claude"] },
  { name: "both", targets: ["cursor", "claude"] },
  { name: "claude-2", targets: ["claude-2"] },
  { name: "review", contexts: ["review"] },
  { name: "any", contexts: ["test", "review"] },
  { name: "preview", contexts: ["preview"] },
  { name: "one-tag", tags: ["language:typescript"] },
  { name: "two-tags", tags: ["team:web", "language:typescript"] },
  { name: "other-tag", tags: ["language:type"] },
  { name: "odd-tags", tags: ["50%", "a_b", 'quote"d', "it's", "😀"] },
];

const all = rules.map(({ name }) => name);

function allBut(...names: readonly string[]): readonly string[] {
  return all.filter((name) => !names.includes(name));
}

type Case = readonly [filter: RuleFilter, names: readonly string[]];

function filtering(...cases: readonly Case[]): Check {
  return async (subject, store) => {
    const saved = await saveRules(subject, rules);
    // A case is only meaningful if the store accepts both rules that pass and rules that do not.
    let isMeaningful = false;
    for (const [filter, names] of cases) {
      const passing = names.filter((name) => saved.has(name));
      isMeaningful ||= passing.length < saved.size || names.length === all.length;
      const listed = (await collect(store.list({ filter }))).map(({ rule }) => rule.name);
      expect({ filter, names: listed.toSorted() }).toEqual({ filter, names: passing.toSorted() });
    }
    if (!isMeaningful) throw new NotApplicable("The store accepts no rules that differ in the filtered fields.");
  };
}

export const filterChecks: ChecksOf<"filter"> = {
  "filter/none": filtering([{}, all], [{ tags: [] }, all]),

  "filter/scope": filtering(
    [{ scope: "global" }, ["global"]],
    [{ scope: "user" }, ["user"]],
    [{ scope: "session" }, ["session"]],
    [{ scope: "project" }, allBut("global", "user", "session")],
  ),

  "filter/inclusion": filtering(
    [{ inclusion: "fileMatch" }, ["files"]],
    [{ inclusion: "manual" }, ["manual"]],
    [{ inclusion: "agentRequested" }, ["offered"]],
    [{ inclusion: "relevant" }, ["found"]],
    [{ inclusion: "always" }, allBut("files", "manual", "offered", "found")],
  ),

  "filter/name": filtering(
    [{ name: "plain" }, ["plain"]],
    [{ name: "Plain" }, ["Plain"]],
    [{ name: "pla" }, []],
    [{ name: "%" }, []],
  ),

  "filter/enabled": filtering([{ enabled: false }, ["off"]], [{ enabled: true }, allBut("off")]),

  "filter/category": filtering(
    [{ category: "preference" }, ["taste"]],
    [{ category: "behavior" }, ["conduct"]],
    [{ category: "agent" }, []],
  ),

  "filter/authority": filtering([{ authority: "absolute" }, ["law"]], [{ authority: "default" }, allBut("law")]),

  "filter/project": filtering(
    [{ projectId: "shop" }, allBut("shop-2")],
    [{ projectId: "blog" }, allBut("shop", "shop-2", "ann-in-shop")],
    [{ projectId: "" }, allBut("shop", "shop-2", "ann-in-shop")],
  ),

  "filter/user": filtering(
    [{ userId: "ann" }, allBut("bob")],
    [{ userId: "eve" }, allBut("ann", "bob", "ann-in-shop")],
    [{ userId: "" }, allBut("ann", "bob", "ann-in-shop")],
  ),

  "filter/target": filtering(
    [{ target: "claude" }, allBut("claude-2")],
    [{ target: "cursor" }, allBut("claude", "claude-2")],
    [{ target: "c" }, allBut("claude", "both", "claude-2")],
  ),

  "filter/context": filtering(
    [{ context: "review" }, allBut("preview")],
    [{ context: "test" }, allBut("review", "preview")],
    [{ context: "view" }, allBut("review", "any", "preview")],
  ),

  "filter/tags": filtering(
    [{ tags: ["language:typescript"] }, ["one-tag", "two-tags"]],
    [{ tags: ["language:typescript", "team:web"] }, ["two-tags"]],
    [{ tags: ["language:typescript", "team:api"] }, []],
    [{ tags: ["language:type"] }, ["other-tag"]],
    ...["50%", "a_b", 'quote"d', "it's", "😀"].map((tag): Case => [{ tags: [tag] }, ["odd-tags"]]),
    [{ tags: ["a%"] }, []],
    [{ tags: ["a-b"] }, []],
  ),

  "filter/together": filtering(
    [{ projectId: "shop", userId: "ann" }, allBut("shop-2", "bob")],
    [{ projectId: "blog", userId: "ann" }, allBut("shop", "shop-2", "bob", "ann-in-shop")],
    [{ scope: "project", enabled: false, inclusion: "always" }, ["off"]],
    [{ scope: "global", enabled: false }, []],
    [{ tags: ["team:web"], name: "two-tags", target: "cursor", status: ["active"] }, ["two-tags"]],
    [{ tags: ["team:web"], name: "one-tag" }, []],
  ),
};

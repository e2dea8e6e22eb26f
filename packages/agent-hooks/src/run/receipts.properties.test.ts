import type { Receipt } from "@precept/contract";
import { readSession } from "@precept/evidence";
import { propertyRuns } from "@precept/testing";
import { openWorkspace } from "@precept/workspace";
import * as fc from "fast-check";
import { expect, it } from "vitest";
import { createHookProject } from "../../test/hook-project.ts";

// What the agent's input contains equals what the receipts say.

const rules = ["all", "style", "ts", "md", "big", "huge", "ask"] as const;

type RuleName = (typeof rules)[number];

/** How each rule applies. */
const fields: Readonly<Record<RuleName, string>> = {
  all: "inclusion: always",
  style: "inclusion: always",
  ts: 'inclusion: fileMatch\nglobs: ["**/*.ts"]',
  md: 'inclusion: fileMatch\nglobs: ["**/*.md"]',
  big: 'inclusion: fileMatch\nglobs: ["big/**"]',
  huge: 'inclusion: fileMatch\nglobs: ["big/**"]',
  ask: "inclusion: agentRequested",
};

/** More than half of what a hook may add to a conversation. */
const lengths: Partial<Record<RuleName, number>> = { big: 6_000, huge: 7_000 };

/** The text of a rule says which rule and which version it is, at its end too, so that a cut text is not mistaken for it. */
const textOf = (name: RuleName, version: number): string =>
  `Begin ${name} ${version}. ${"x".repeat(lengths[name] ?? 0)} End ${name} ${version}.`;

const fileOf = (name: RuleName, version: number): string =>
  `---\nname: ${name}\ndescription: About ${name}\n${fields[name]}\n---\n\n${textOf(name, version)}\n`;

type Step =
  | { readonly kind: "start"; readonly source: "startup" | "resume" | "compact" | "clear" }
  | { readonly kind: "prompt"; readonly text: string }
  | {
      readonly kind: "tool";
      readonly event: "PreToolUse" | "PostToolUse";
      readonly tool: "Read" | "Write";
      readonly file: string;
    }
  | { readonly kind: "command"; readonly text: string }
  | { readonly kind: "compact" }
  | { readonly kind: "edit"; readonly rule: RuleName };

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ kind: fc.constant("start" as const), source: fc.constantFrom("startup", "resume", "compact", "clear") }),
  fc.record({ kind: fc.constant("prompt" as const), text: fc.constantFrom("fix the cart", "see @ask", "see big/a.ts") }),
  fc.record({
    kind: fc.constant("tool" as const),
    event: fc.constantFrom("PreToolUse", "PostToolUse"),
    tool: fc.constantFrom("Read", "Write"),
    file: fc.constantFrom("a.ts", "b.md", "big/a.ts", "c.css"),
  }),
  fc.record({ kind: fc.constant("command" as const), text: fc.constantFrom("ls", "echo @ask", "rm -rf /") }),
  fc.constant({ kind: "compact" as const }),
  fc.record({ kind: fc.constant("edit" as const), rule: fc.constantFrom(...rules) }),
);

function payloadOf(one: Exclude<Step, { kind: "edit" }>): object {
  switch (one.kind) {
    case "start":
      return { hook_event_name: "SessionStart", source: one.source };
    case "prompt":
      return { hook_event_name: "UserPromptSubmit", prompt: one.text };
    case "tool":
      return {
        hook_event_name: one.event,
        tool_name: one.tool,
        tool_input: { file_path: one.file, content: "x" },
        tool_response: {},
      };
    case "command":
      return { hook_event_name: "PreToolUse", tool_name: "Bash", tool_input: { command: one.text } };
    case "compact":
      return { hook_event_name: "PreCompact", trigger: "manual" };
  }
}

const policy =
  "id: NO-RM\nseverity: CRITICAL\nmatch: { pattern: 'rm -rf', context_filter: { subject: command } }\nmessage: Never.\n";

it("the receipts of a session say which texts of rules the agent received", async () => {
  const action = fc.record({ step, subagent: fc.option(fc.constant("agent-1"), { freq: 4, nil: undefined }) });
  await fc.assert(
    fc.asyncProperty(fc.array(action, { maxLength: 12 }), async (actions) => {
      const versions = new Map<RuleName, number>(rules.map((name) => [name, 1]));
      const project = await createHookProject({
        ".git/HEAD": "ref: refs/heads/main\n",
        ".precept/policies/all.yaml": policy,
        ...Object.fromEntries(rules.map((name) => [`.precept/rules/${name}.md`, fileOf(name, 1)])),
      });
      const received: string[][] = [];
      for (const { step: one, subagent } of actions) {
        if (one.kind === "edit") {
          const version = (versions.get(one.rule) ?? 0) + 1;
          versions.set(one.rule, version);
          await project.write(`.precept/rules/${one.rule}.md`, fileOf(one.rule, version));
          continue;
        }
        await using workspace = await openWorkspace(project.dir, { home: `${project.dir}/home`, discover: true });
        const payload = {
          session_id: "s1",
          prompt_id: "p",
          ...payloadOf(one),
          ...(subagent !== undefined && { agent_id: subagent }),
        };
        const { stdout } = await project.run(payload, "claude-code", { open: async () => workspace });
        const whole = rules.filter((name) => stdout.includes(JSON.stringify(textOf(name, versions.get(name) ?? 0)).slice(1, -1)));
        if (whole.length > 0) received.push(whole.toSorted());
      }
      const records = readSession(project.dir, "s1")?.records ?? [];
      const receipts = records.filter((record): record is Receipt => record.kind === "receipt");
      const said = receipts.map((receipt) => receipt.rules.map(({ name }) => name).toSorted());
      expect(said.filter((names) => names.length > 0)).toEqual(received);
      for (const receipt of receipts) {
        // What has no room is named, and nothing is both.
        const given = new Set(receipt.rules.map(({ id }) => id));
        expect(receipt.left_out.filter(({ id }) => given.has(id))).toEqual([]);
        expect(JSON.stringify(receipt)).not.toContain("Begin");
      }
    }),
    { numRuns: propertyRuns({ sample: 15, full: 1000 }) },
  );
});

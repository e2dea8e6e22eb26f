import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { readSession } from "@precept/evidence";
import { expect, it } from "vitest";
import { createHookProject } from "../../test/hook-project.ts";

const message = (content: string, agentId?: string) =>
  `${JSON.stringify({ type: "assistant.message", data: { content, toolRequests: [] }, ...(agentId !== undefined && { agentId }) })}\n`;

const rule =
  "---\nname: summary\ndescription: Answers.\ninclusion: always\n" +
  "checks: [{ match: { pattern: Done, context_filter: { subject: response } } }]\n---\n\nDo not say Done.\n";

it.each([
  ["the answer", [message("Done."), message("Looked.", "a1")], {}, 1],
  ["a subagent's answer", [message("Looked."), message("Done.", "a1")], { agentId: "a1", parentAgentId: "s1" }, 1],
  ["no answer before a call", [message("Done."), message("")], {}, 0],
])("reads %s from the transcript of Copilot CLI", async (_, lines, fields, breaches) => {
  const project = await createHookProject({ ".git/HEAD": "", ".precept/rules/summary.md": rule });
  const transcriptPath = join(project.dir, "events.jsonl");
  writeFileSync(transcriptPath, `not json "assistant.message"\n${lines.join("")}`);
  const base = { sessionId: "s1", timestamp: 1_763_000_000_000, cwd: project.dir, ...fields };
  await project.run({ ...base, prompt: "Hello" }, "copilot-cli");
  await project.run({ ...base, transcriptPath, stopReason: "end_turn", stop_hook_active: false }, "copilot-cli");
  const records = readSession(project.dir, "s1")?.records ?? [];
  expect(records.filter(({ kind }) => kind === "decision")).toHaveLength(breaches);
  expect(records.filter((record) => record.kind === "action" && record.action === "answer")).toHaveLength(breaches);
});

it("answers without a transcript", async () => {
  const project = await createHookProject({ ".git/HEAD": "", ".precept/rules/summary.md": rule });
  const stop = {
    sessionId: "s1",
    timestamp: 1_763_000_000_000,
    cwd: project.dir,
    transcriptPath: join(project.dir, "gone.jsonl"),
  };
  expect((await project.run({ ...stop, stopReason: "end_turn" }, "copilot-cli")).stdout).toBe("");
});

import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { createProject } from "@precept/testing";
import { openWorkspace } from "@precept/workspace";
import { AIMessage, createAgent, fakeModel, HumanMessage } from "langchain";
import { expect, it } from "vitest";
import { rulesMiddleware } from "./rules-middleware.ts";

// An agent that uses no more than the design of the agent rules says about its middleware: a store, and the debug mode.

const file = (lines: readonly string[], text: string): string => `---\n${lines.join("\n")}\n---\n\n${text}\n`;

it("an agent with a store of files gets the rules with their names and descriptions, and the trace", async () => {
  const project = await createProject({
    ".dataagent/rules/coding-standards.md": file(
      ["name: coding-standards", "description: Python coding standards", "inclusion: always", "priority: 60"],
      "- Follow PEP 8",
    ),
    ".dataagent/rules/security-review.md": file(
      ["name: security-review", "description: Security checklist", "inclusion: manual"],
      "- Check all inputs",
    ),
    ".dataagent/rules/react.md": file(
      ["name: react", "description: React rules", "inclusion: fileMatch", "fileMatchPattern: **/*.tsx"],
      "- Use hooks",
    ),
  });
  await using workspace = await openWorkspace(project.dir, { home: join(project.dir, "home") });
  const [store] = workspace.stores;
  if (store === undefined) throw new Error("The workspace has no store.");
  const middleware = rulesMiddleware(store, { debug: true, budget: { characters: 100_000 } });
  const model = fakeModel().respond(new AIMessage({ content: "done", id: randomUUID() }));
  const agent = createAgent({ model, tools: [], systemPrompt: "You are helpful.", middleware: [middleware] });
  const state = await agent.invoke({ messages: [new HumanMessage("Do a @security-review of `src/app.tsx`")] });
  const prompt = model.calls[0]?.messages[0]?.text ?? "";
  for (const [name, description, text] of [
    ["coding-standards", "Python coding standards", "- Follow PEP 8"],
    ["security-review", "Security checklist", "- Check all inputs"],
    ["react", "React rules", "- Use hooks"],
  ]) {
    expect(prompt).toContain(`### ${name}\n\n*${description}*\n\n${text}\n`);
  }
  expect(prompt).toMatch(/^You are helpful\.\n\n[^]*## Agent Rules\n\nThe following rules guide your behavior:\n/);
  expect(prompt).toMatch(/## \[DEBUG\] Rule Evaluation Trace\n[^]*Evaluated: 3 rules\nMatched: 3 rules\nFinal: 3 rules\n/);
  expect(state).toMatchObject({
    rules_loaded: true,
    triggered_rules: expect.arrayContaining(["coding-standards", "security-review", "react"]) as unknown,
    rule_trace: { evaluated_rules: expect.arrayContaining(["react"]) as unknown, final_rules: expect.any(Array) as unknown },
  });
});

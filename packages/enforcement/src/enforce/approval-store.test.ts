import { openRoot } from "@precept/files";
import { createProject } from "@precept/testing";
import { expect, it, onTestFinished } from "vitest";
import { approvalLifetime } from "../approvals.ts";
import { ApprovalStore } from "./approval-store.ts";

it("drops questions and answers after 24 hours, and names the questions without an answer", async () => {
  const { dir } = await createProject({});
  const store = new ApprovalStore({ project: openRoot(dir), isReadOnly: false, endsSoon: false });
  onTestFinished(() => store[Symbol.asyncDispose]());
  const asked = (key: string) => ({
    digest: key,
    question: {
      key,
      session: "s",
      agent: "agent",
      policy: "A-1",
      priority: "P0",
      fingerprint: key,
      subject: "command",
      message: "No.",
      excerpt: key,
    } as const,
  });
  const start = new Date("2026-01-01T00:00:00Z");
  const [first, second] = [asked("aa"), asked("bb")];
  await store.ask("s", [first, second], true, start);
  await store.answer("aa", { approved: true, by: "ada", remember: "session" }, start);
  expect((await store.ask("s", [first], true, start)).replies).toMatchObject([{ approved: true }]);
  const later = new Date(start.getTime() + approvalLifetime);
  expect(await store.listValid("s", later)).toEqual([]);
  const { replies, expired } = await store.ask("s", [first], true, later);
  expect(replies).toEqual([undefined]);
  expect(expired.map(({ question }) => question.key)).toEqual(["bb"]);
});

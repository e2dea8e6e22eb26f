import { createProject } from "@precept/testing";
import { expect, it } from "vitest";
import { actionRecord, decisionRecord, receiptRecord, touchRecord, turnRecord } from "../test/records.ts";
import { mergeImported } from "./merge-imported.ts";
import { readNewestSessions, readSession } from "./read-sessions.ts";
import { importSession, recordInSession } from "./record.ts";

const at = (minute: number) => `2026-01-31T14:${String(minute).padStart(2, "0")}:00.000Z`;
const touch = (id: string, minute: number) => touchRecord({ tool_use: id, at: at(minute), files: ["a.ts"] });
const policies = (...ids: readonly string[]) => ids.map((id) => ({ id, action: "LOG_ONLY", shadow: true }));

it("adds from a transcript what hooks did not record, in the order of time", () => {
  const recorded = [receiptRecord(["a"], { at: at(10) }), touch("t2", 12)];
  const imported = [
    receiptRecord([], { at: at(1) }),
    touch("t1", 2),
    // The hooks were there from here on.
    receiptRecord(["a"], { at: at(10) }),
    touch("t2", 12),
    decisionRecord({ tool_use: "t2", at: at(12), policies: policies("NEW") }),
    turnRecord({ turn: "end", at: at(20) }),
  ];
  const [prompt, first] = imported;
  expect(mergeImported(recorded, imported)).toEqual([prompt, first, ...recorded, imported[4]]);
  expect(mergeImported(recorded, [])).toEqual(recorded);
  expect(mergeImported([], imported)).toEqual(imported);
});

it("takes an answer and a decision for those that hooks recorded", () => {
  const recorded = [
    actionRecord({ action: "answer", sha256: "aa", at: at(5) }),
    decisionRecord({ tool_use: "t", at: at(6), policies: policies("A", "B") }),
  ];
  const imported = [
    actionRecord({ action: "answer", sha256: "aa", at: at(4) }),
    actionRecord({ action: "answer", sha256: "bb", at: at(7) }),
    decisionRecord({ tool_use: "t", at: at(6), policies: policies("B") }),
  ];
  expect(mergeImported(recorded, imported)).toEqual([...recorded, imported[1]]);
});

it("an import that is repeated changes nothing, and the hooks' own records are never touched", async () => {
  const { dir } = await createProject({});
  await recordInSession(dir, "s", [touch("t2", 12)]);
  expect(await importSession(dir, "s", [turnRecord({ at: at(1) }), touch("t1", 2)])).toEqual({ outcome: "completed", left: 0 });
  expect(await importSession(dir, "s", [turnRecord({ at: at(1) }), touch("t1", 2)])).toEqual({ outcome: "unchanged", left: 0 });
  expect(await importSession(dir, "other", [touchRecord({ session: "other" })])).toMatchObject({ outcome: "added" });
  expect(readSession(dir, "s")?.records.map((record) => (record.kind === "file" ? record.tool_use : ""))).toEqual([
    "",
    "t1",
    "t2",
  ]);
  expect(readNewestSessions(dir, 9)).toMatchObject({ total: 2 });
});

import { createProject } from "@precept/testing";
import { mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { turnRecord } from "../test/records.ts";
import { readNewestSessions, readSession } from "./read-sessions.ts";
import { recordInSession } from "./record.ts";
import { maxSessionBytes, maxSessions, sessionPath, sessionsDir } from "./session-files.ts";

const record = (root: string, session: string, ...turns: readonly ("start" | "compaction" | "end")[]) =>
  recordInSession(
    root,
    session,
    turns.map((turn) => turnRecord({ session, turn })),
  );

describe("the records of a session", () => {
  it("are read as they were written, whatever its id", async () => {
    const { dir } = await createProject({});
    for (const session of ["5f3c-1", "../../etc/passwd", "a.earlier", "", "ä".repeat(300), "con:1"]) {
      await record(dir, session, "start", "end");
      expect(readSession(dir, session)).toEqual({
        session,
        records: [turnRecord({ session, turn: "start" }), turnRecord({ session, turn: "end" })],
        unreadable: 0,
        isCut: false,
      });
    }
    expect(readSession(dir, "other")).toBeUndefined();
    expect(readdirSync(join(dir, sessionsDir))).toHaveLength(6);
  });

  it("are all there after many writers wrote at the same time", async () => {
    const { dir } = await createProject({});
    await Promise.all(Array.from({ length: 100 }, () => record(dir, "s", "start", "end")));
    expect(readSession(dir, "s")).toMatchObject({ records: { length: 200 }, unreadable: 0 });
  });

  it("that come after a line that a killed process left are read, and the line is counted", async () => {
    const { dir } = await createProject({});
    await record(dir, "s", "start");
    writeFileSync(join(dir, sessionPath("s")), '\n{"kind":"turn","at":"2026', { flag: "a" });
    await record(dir, "s", "end");
    expect(readSession(dir, "s")).toMatchObject({ records: { length: 2 }, unreadable: 1 });
  });

  it("of another session, or of a kind that is not known, are counted as unreadable", async () => {
    const { dir } = await createProject({});
    await record(dir, "s", "start");
    const other = JSON.stringify(turnRecord({ session: "t", turn: "end" }));
    writeFileSync(join(dir, sessionPath("s")), `${other}\n{"kind":"dream"}\n[]\n\n`, { flag: "a" });
    expect(readSession(dir, "s")).toMatchObject({ records: { length: 1 }, unreadable: 3 });
  });

  it("are private, and are not written through a link", async () => {
    const { dir } = await createProject({ "elsewhere/target": "" });
    await record(dir, "s", "start");
    expect(statSync(join(dir, sessionPath("s"))).mode & 0o077).toBe(0);
    expect(statSync(join(dir, sessionsDir)).mode & 0o077).toBe(0);
    expect(readFileSync(join(dir, ".precept/state/.gitignore"), "utf8")).toBe("*\n");
    symlinkSync(join(dir, "elsewhere/target"), join(dir, sessionPath("linked")));
    await expect(record(dir, "linked", "start")).rejects.toMatchObject({ code: "PATH_REFUSED" });
    expect(readFileSync(join(dir, "elsewhere/target"), "utf8")).toBe("");
  });

  it("that exceed the limit are moved to a second file, and the reader says that earlier ones are missing", async () => {
    const { dir } = await createProject({});
    await record(dir, "s", "start");
    const line = JSON.stringify(turnRecord({ session: "s", turn: "compaction" }));
    const many = `\n${line}`.repeat(Math.ceil(maxSessionBytes / line.length));
    for (let round = 0; round < 3; round += 1) {
      writeFileSync(join(dir, sessionPath("s")), many, { flag: "a" });
      await record(dir, "s", "end");
      expect(statSync(join(dir, sessionPath("s")), { throwIfNoEntry: false })).toBeUndefined();
      await record(dir, "s", "compaction");
      expect(readSession(dir, "s")?.isCut).toBe(round > 0);
    }
    const sizes = readdirSync(join(dir, sessionsDir)).map((name) => statSync(join(dir, sessionsDir, name)).size);
    expect(Math.max(...sizes)).toBeLessThan(2 * maxSessionBytes);
    expect(sizes).toHaveLength(2);
  });

  it("of the sessions that changed least recently are removed beyond the limit", async () => {
    const { dir } = await createProject({});
    mkdirSync(join(dir, sessionsDir), { recursive: true });
    for (let at = 0; at < maxSessions; at += 1) {
      for (const name of [`s${at}.jsonl`, ...(at < 2 ? [`s${at}.earlier.jsonl`] : [])]) {
        writeFileSync(join(dir, sessionsDir, name), "");
        utimesSync(join(dir, sessionsDir, name), at, at);
      }
    }
    await record(dir, "new", "start");
    const left = readdirSync(join(dir, sessionsDir));
    expect(left).toHaveLength(maxSessions + 1);
    expect(left).not.toContain("s0.jsonl");
    expect(left).not.toContain("s0.earlier.jsonl");
    expect(left).toEqual(expect.arrayContaining(["new.jsonl", "s1.jsonl", "s1.earlier.jsonl"]));
  });
});

it("the newest sessions come first, and those without a record are left out", async () => {
  const { dir } = await createProject({});
  expect(readNewestSessions(dir, 9)).toEqual({ sessions: [], total: 0 });
  for (const [at, session] of ["a", "b", "c"].entries()) {
    await record(dir, session, "start");
    utimesSync(join(dir, sessionPath(session)), at, at);
  }
  writeFileSync(join(dir, sessionsDir, "empty.jsonl"), "");
  const { sessions, total } = readNewestSessions(dir, 3);
  expect(sessions.map(({ session }) => session)).toEqual(["c", "b"]);
  expect(total).toBe(4);
});

import { mkdir, readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { findings, openAuditLog, verifyViolations, violation, violationFiles, violationLines } from "../test/open-audit-log.ts";

const noon = (): Date => new Date("2026-02-24T10:30:00Z");

async function listAll<Entry>(entries: AsyncIterable<Entry>): Promise<Entry[]> {
  const all: Entry[] = [];
  for await (const entry of entries) all.push(entry);
  return all;
}

describe("an audit log", () => {
  it("writes a violation in the documented format, with further fields after the others", async () => {
    const log = await openAuditLog({ now: noon });
    const metadata = await log.violations.append({
      rule_id: "JCODE-001",
      handler: "QUICK_FIX",
      priority: "P1",
      phase: "IMPLEMENTATION",
      context: { file: "src/parser.py", line: 42, agent: "Implementer" },
      violation: { message: "Function name 'parse_Data' violates snake_case", suggestion: "Rename to 'parse_data'" },
      quick_fix: { applied: true, change: "parse_Data → parse_data", verified: true },
      further: { fingerprint: "f1", "1": "stays behind" },
    });
    expect(await violationLines(log.dir)).toEqual([
      '{"log_id":"RULE-20260224-001","timestamp":"2026-02-24T10:30:00.000Z","rule_id":"JCODE-001","handler":"QUICK_FIX","priority":"P1",' +
        '"phase":"IMPLEMENTATION","context":{"file":"src/parser.py","line":42,"agent":"Implementer"},' +
        `"violation":{"message":"Function name 'parse_Data' violates snake_case","suggestion":"Rename to 'parse_data'"},` +
        '"quick_fix":{"applied":true,"change":"parse_Data → parse_data","verified":true},"1":"stays behind","fingerprint":"f1",' +
        `"prev_hash":"${"0".repeat(64)}","hash":"${metadata.hash}"}`,
    ]);
    expect(metadata).toMatchObject({ log_id: "RULE-20260224-001", timestamp: "2026-02-24T10:30:00.000Z" });
  });

  it("writes a soft hook record and reads back the same", async () => {
    const log = await openAuditLog({ now: noon });
    const record = {
      rule_id: "PRACTICE-001",
      action: "IGNORED",
      ignore_count: 1,
      metadata: { agent: "Implementer", phase: "IMPLEMENTATION", upgrade_threshold: 3 },
      further: { session: "s1" },
    };
    const metadata = await log.softHooks.append(record);
    const [line = ""] = (await readFile(join(log.dir, "soft_hooks.log"), "utf8")).split("\n");
    expect(JSON.parse(line)).toMatchObject({
      log_id: "SOFT_HOOK-20260224-001",
      rule_id: "PRACTICE-001",
      action: "IGNORED",
      ignore_count: 1,
      metadata: { agent: "Implementer", phase: "IMPLEMENTATION", upgrade_threshold: 3 },
      session: "s1",
    });
    expect(await log.softHooks.tail(1)).toEqual([{ ...record, ...metadata }]);
  });

  it("numbers entries per day, also beyond 999, with unique ids even if the clock goes back", async () => {
    let time = "2026-02-24T23:59:59Z";
    const log = await openAuditLog({ now: () => new Date(time) });
    const metadata = await Promise.all(
      Array.from({ length: 1001 }, (_, number) => log.violations.append(violation(`R${number}`))),
    );
    expect(metadata.at(998)?.log_id).toBe("RULE-20260224-999");
    expect(metadata.at(1000)?.log_id).toBe("RULE-20260224-1001");
    time = "2026-02-25T00:00:00Z";
    expect((await log.violations.append(violation("next"))).log_id).toBe("RULE-20260225-001");
    time = "2026-02-24T12:00:00Z";
    const back = await log.violations.append(violation("back"));
    expect(back).toMatchObject({ log_id: "RULE-20260225-002", timestamp: "2026-02-24T12:00:00.000Z" });
    expect(await findings(log.dir)).toEqual([]);
  });

  it("lists the entries that match a filter, and the last entries, across files", async () => {
    let minute = 0;
    const log = await openAuditLog({ now: () => new Date(Date.UTC(2026, 1, 24, 0, minute++)), rotation: { bytes: 2_000 } });
    for (let number = 0; number < 30; number += 1) {
      await log.violations.append(violation(`R${number % 3}`, { priority: `P${number % 2}` }));
    }
    expect((await violationFiles(log.dir)).length).toBeGreaterThan(3);
    const filter = {
      ruleId: "R1",
      priority: "P0",
      since: new Date("2026-02-24T00:05:00Z"),
      until: new Date("2026-02-24T00:16:00Z"),
    };
    expect((await listAll(log.violations.list(filter))).map(({ log_id }) => log_id)).toEqual(["RULE-20260224-011"]);
    expect((await log.violations.tail(12)).map(({ log_id }) => Number(log_id.slice(-3)))).toEqual(
      Array.from({ length: 12 }, (_, at) => 19 + at),
    );
    expect(await log.violations.tail(0)).toEqual([]);
    expect(await log.violations.tail(99)).toHaveLength(30);
    await expect(listAll(log.violations.list({ signal: AbortSignal.abort("enough") }))).rejects.toBe("enough");
  });

  it("is empty before the first entry, and has no verification report", async () => {
    const log = await openAuditLog();
    expect(await listAll(log.violations.list())).toEqual([]);
    expect(await log.violations.tail(3)).toEqual([]);
    expect(await log.violations.verify()).toBeUndefined();
    await log.softHooks.append({ rule_id: "P", action: "IGNORED", ignore_count: 1 });
    expect(await log.violations.verify()).toBeUndefined();
    expect(await log.softHooks.verify()).toMatchObject({ isIntact: true, entries: 1 });
  });

  it("follows new entries across files until the signal aborts", async () => {
    const log = await openAuditLog({ rotation: { bytes: 1_500 } });
    const other = await openAuditLog({ dir: log.dir, rotation: { bytes: 1_500 } });
    await log.violations.append(violation("before"));
    const stop = new AbortController();
    const entries = await log.violations.follow({ signal: stop.signal });
    const seen: string[] = [];
    const following = (async () => {
      for await (const { rule_id } of entries) {
        seen.push(rule_id);
        if (seen.length === 20) stop.abort();
      }
    })();
    for (let number = 0; number < 20; number += 1) {
      await [log, other][number % 2]?.violations.append(violation(`R${number}`));
    }
    await following;
    expect(seen).toEqual(Array.from({ length: 20 }, (_, number) => `R${number}`));
  });

  it("starts a new file each day if `daily` is set", async () => {
    let time = "2026-02-24T23:00:00Z";
    const log = await openAuditLog({ now: () => new Date(time), rotation: { daily: true } });
    await log.violations.append(violation("a"));
    await log.violations.append(violation("b"));
    time = "2026-02-25T01:00:00Z";
    await log.violations.append(violation("c"));
    const files = await Promise.all((await violationFiles(log.dir)).map((file) => readFile(file, "utf8")));
    expect(files.map((text) => text.split("\n").length - 1)).toEqual([2, 1]);
    expect(await findings(log.dir)).toEqual([]);
  });

  it("retains the configured number of full files, and can still be verified", async () => {
    const log = await openAuditLog({ rotation: { bytes: 1_500 }, keep: 2 });
    for (let number = 0; number < 40; number += 1) await log.violations.append(violation(`R${number}`));
    const files = await violationFiles(log.dir);
    expect(files).toHaveLength(3);
    const { isIntact, entries } = await verifyViolations(log.dir);
    expect(isIntact).toBe(true);
    expect(entries).toBeLessThan(40);
    expect((await listAll(log.violations.list())).at(-1)?.rule_id).toBe("R39");
  });

  it("names the file if it cannot be read", async () => {
    const log = await openAuditLog({ now: noon });
    await mkdir(log.violations.path, { recursive: true });
    await expect(log.violations.tail(1)).rejects.toMatchObject({
      code: "STORE_FAILED",
      message: expect.stringContaining(log.violations.path) as string,
    });
  });

  it("rejects a further field with the name of a log field", async () => {
    const log = await openAuditLog();
    for (const name of ["hash", "prev_hash", "log_id", "rule_id", "segment"]) {
      await expect(log.violations.append(violation("R", { further: { [name]: "x" } }))).rejects.toMatchObject({
        code: "AUDIT_FIELD_RESERVED",
      });
    }
    await expect(readdir(log.dir)).rejects.toMatchObject({ code: "ENOENT" });
  });

  it("writes what was appended before it was closed, and rejects later entries", async () => {
    const log = await openAuditLog({ durability: "normal" });
    const appended = Array.from({ length: 700 }, (_, number) => log.violations.append(violation(`R${number}`)));
    await log[Symbol.asyncDispose]();
    await expect(log.violations.append(violation("late"))).rejects.toMatchObject({ code: "STORE_CLOSED" });
    const ids = (await Promise.all(appended)).map(({ log_id }) => log_id);
    expect(new Set(ids).size).toBe(700);
    expect(await violationLines(log.dir)).toHaveLength(700);
    expect((await readdir(log.dir)).toSorted()).toEqual(["rule_violations.jsonl", "rule_violations.jsonl.head"]);
  });
});

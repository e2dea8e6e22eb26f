import { createProject, startScript, type ScriptOptions, type ScriptProcess } from "@precept/testing";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { createAuditLog, type AuditLog, type AuditLogOptions } from "../src/audit-log.ts";
import type { ViolationRecord } from "../src/entry.ts";
import type { AuditReport } from "../src/verification.ts";
import { verifyAuditLog } from "../src/verify.ts";

/** Opens an audit log, by default in a temporary directory. It is closed when the test has finished. */
export async function openAuditLog(options: Partial<AuditLogOptions> = {}): Promise<AuditLog & { readonly dir: string }> {
  const dir = options.dir ?? join((await createProject()).dir, "audit");
  const log = createAuditLog({ ...options, dir });
  onTestFinished(() => log[Symbol.asyncDispose]());
  return { ...log, dir };
}

/** Creates a violation record. */
export function violation(ruleId: string, record: Partial<ViolationRecord> = {}): ViolationRecord {
  return {
    rule_id: ruleId,
    handler: "LOG_ONLY",
    priority: "P2",
    phase: "REVIEW",
    violation: { message: `About ${ruleId}` },
    ...record,
  };
}

/** Lists the files of the violations log, oldest first. */
export async function violationFiles(dir: string): Promise<readonly string[]> {
  const names = (await readdir(dir)).filter((name) => /^rule_violations\.(?:\d+\.)?jsonl$/.test(name));
  return names.toSorted().map((name) => join(dir, name));
}

/** Reads the lines of all files of the violations log. */
export async function violationLines(dir: string): Promise<readonly string[]> {
  const texts = await Promise.all((await violationFiles(dir)).map((file) => readFile(file, "utf8")));
  return texts.join("").split("\n").slice(0, -1);
}

/** Verifies the violations log. */
export async function verifyViolations(dir: string, trusted?: string): Promise<AuditReport> {
  const [report] = await verifyAuditLog(join(dir, "rule_violations.jsonl"), trusted === undefined ? {} : { trusted });
  if (report === undefined) throw new Error("Expected a log.");
  return report;
}

/** Verifies the violations log. Returns diagnostics as `code file:line`. */
export async function findings(dir: string): Promise<readonly string[]> {
  const { diagnostics } = await verifyViolations(dir);
  return diagnostics.map(
    ({ code, file = "", line }) => `${code} ${file.slice(dir.length + 1)}${line === undefined ? "" : `:${line}`}`,
  );
}

/**
 * Runs a script in which `log` is the audit log of a directory, and `violation` creates a record.
 *
 * The first two arguments of the script are the size at which the log rotates (default 1e9) and its durability (default
 * "full").
 */
export function startLogScript(
  dir: string,
  script: string,
  { args = [], ...options }: Omit<ScriptOptions, "cwd"> = {},
): ScriptProcess {
  const program = `
    import { createAuditLog } from "../src/audit-log.ts";
    const [projectDir = ""] = process.argv.slice(2);
    const log = createAuditLog({ dir: projectDir, rotation: { bytes: Number(process.argv[3] ?? 1e9) }, durability: process.argv[4] ?? "full" });
    const violation = (ruleId, message = "About " + ruleId) => ({ rule_id: ruleId, handler: "LOG_ONLY", priority: "P2", phase: "REVIEW", violation: { message } });
    ${script}`;
  return startScript(program, { cwd: import.meta.dirname, args: [dir, ...args], ...options });
}

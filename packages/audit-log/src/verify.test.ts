import * as fc from "fast-check";
import { appendFile, cp, readFile, rm, truncate, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { PreceptError } from "@precept/core";
import { describe, expect, it } from "vitest";
import { findings, openAuditLog, verifyViolations, violation, violationFiles } from "../test/open-audit-log.ts";
import { createProject, propertyRuns } from "@precept/testing";
import { createAuditLog } from "./audit-log.ts";
import { auditDiagnostics } from "./diagnostic-catalogue.ts";
import { formatLine, readLine } from "./line.ts";
import { verifyAuditLog } from "./verify.ts";

const entries = 24;

interface Sample {
  readonly files: readonly (readonly [name: string, lines: readonly string[]])[];
  readonly note: string;
}

async function writeSample(): Promise<Sample> {
  const { dir } = await createProject();
  await using log = createAuditLog({ dir, durability: "normal", rotation: { bytes: 1_800 } });
  for (let number = 0; number < entries; number += 1) await log.violations.append(violation(`R${number}`));
  const files = (await violationFiles(dir)).map(
    async (path) => [path.slice(dir.length + 1), (await readFile(path, "utf8")).split(/(?<=\n)/)] as const,
  );
  return { files: await Promise.all(files), note: await readFile(join(dir, "rule_violations.jsonl.head"), "utf8") };
}

/** A log with several files, to copy. */
let sample: Promise<Sample> | undefined;
const readSample = (): Promise<Sample> => (sample ??= writeSample());

/** Writes a copy of the log with changed lines to a new directory. */
async function tamper(change: (lines: string[]) => string[]): Promise<string> {
  const { files, note } = await readSample();
  const { dir } = await createProject();
  const changed = change(files.flatMap(([, lines]) => lines));
  let from = 0;
  for (const [at, [name, lines]] of files.entries()) {
    const isLast = at === files.length - 1;
    await writeFile(join(dir, name), changed.slice(from, isLast ? undefined : from + lines.length).join(""));
    from += lines.length;
  }
  await writeFile(join(dir, "rule_violations.jsonl.head"), note);
  return dir;
}

async function isIntact(dir: string): Promise<boolean> {
  return (await verifyViolations(dir)).isIntact;
}

const line = fc.nat(entries - 1);

/** Forges a line with a valid hash. */
function forge(text: string, ruleId: string): string {
  const { fields, prevHash } = readLine(Buffer.from(text.trimEnd())) as NonNullable<ReturnType<typeof readLine>>;
  const own = Object.entries({ ...fields, rule_id: ruleId }).filter(([name]) => name !== "hash" && name !== "prev_hash");
  return `${formatLine(own, prevHash).line}\n`;
}

describe("a log with several files", () => {
  it("is intact if it was not changed", async () => {
    const { files } = await readSample();
    const dir = await tamper((lines) => lines);
    expect(files.length).toBeGreaterThan(3);
    expect(await verifyViolations(dir)).toMatchObject({ isIntact: true, entries, files: files.length, diagnostics: [] });
  });

  it("reports any changed byte, in its line", async () => {
    await fc.assert(
      fc.asyncProperty(
        line,
        fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
        fc.integer({ min: 1, max: 255 }),
        async (at, relative, mask) => {
          const dir = await tamper((lines) => {
            const bytes = Buffer.from(lines[at] ?? "");
            const position = Math.floor(relative * (bytes.length - 1));
            bytes[position] = (bytes[position] ?? 0) ^ mask;
            return lines.with(at, bytes.toString("latin1"));
          });
          const { files } = await readSample();
          const positions = files.flatMap(([name, lines]) => lines.map((_, index) => `${name}:${index + 1}`));
          const [first = ""] = await findings(dir);
          expect(first.split(" ")[1]).toBe(positions[at]);
        },
      ),
      { numRuns: propertyRuns({ sample: 30, full: 150 }) },
    );
  });

  it("reports any removed line", async () => {
    await fc.assert(
      fc.asyncProperty(line, async (at) => {
        expect(await isIntact(await tamper((lines) => lines.toSpliced(at, 1)))).toBe(false);
      }),
      { numRuns: propertyRuns({ sample: 30, full: 100 }) },
    );
  });

  it("reports any removed range of lines, also at the end", async () => {
    await fc.assert(
      fc.asyncProperty(line, fc.integer({ min: 1, max: entries }), async (at, count) => {
        expect(await isIntact(await tamper((lines) => lines.toSpliced(at, count)))).toBe(false);
      }),
      { numRuns: propertyRuns({ sample: 30, full: 100 }) },
    );
  });

  it("reports any two swapped lines", async () => {
    await fc.assert(
      fc.asyncProperty(line, line, async (one, other) => {
        fc.pre(one !== other);
        const dir = await tamper((lines) => lines.with(one, lines[other] ?? "").with(other, lines[one] ?? ""));
        expect(await isIntact(dir)).toBe(false);
      }),
      { numRuns: propertyRuns({ sample: 30, full: 100 }) },
    );
  });

  it("reports any repeated line, wherever the copy is", async () => {
    await fc.assert(
      fc.asyncProperty(line, fc.nat(entries), async (at, to) => {
        expect(await isIntact(await tamper((lines) => lines.toSpliced(to, 0, lines[at] ?? "")))).toBe(false);
      }),
      { numRuns: propertyRuns({ sample: 30, full: 100 }) },
    );
  });

  it("reports any line that was forged with valid hashes", { tags: "slow" }, async () => {
    await fc.assert(
      fc.asyncProperty(line, fc.boolean(), async (at, isAdded) => {
        const forged = await tamper((lines) => lines.toSpliced(at, isAdded ? 0 : 1, forge(lines[at] ?? "", "FORGED")));
        expect(await isIntact(forged)).toBe(false);
      }),
      { numRuns: propertyRuns({ sample: 30, full: 100 }) },
    );
  });

  it("reports any missing file", async () => {
    for (const [name] of (await readSample()).files) {
      const dir = await tamper((lines) => lines);
      await rm(join(dir, name));
      expect(await isIntact(dir)).toBe(false);
    }
  });

  it("reports the file, the line and the reason", async () => {
    const [[first, lines] = ["", []], [second] = [""]] = (await readSample()).files;
    const last = lines.length;
    expect(await findings(await tamper((all) => all.with(1, (all[1] ?? "").replace("About", "Above"))))).toEqual([
      `audit/entry-changed ${first}:2`,
    ]);
    expect(await findings(await tamper((all) => all.with(last - 1, "not an entry\n")))).toEqual([
      `audit/foreign-line ${first}:${last}`,
      `audit/entries-missing ${second}:1`,
    ]);
    const forged = await tamper((all) => all.toSpliced(1, 0, forge(all[1] ?? "", "FORGED")));
    expect((await findings(forged))[0]).toBe(`audit/entry-out-of-place ${first}:3`);
    expect(await findings(await tamper((all) => all.slice(0, -1)))).toEqual(["audit/end-missing rule_violations.jsonl"]);
  });

  it("is reported as rewritten if a trusted entry is missing", async () => {
    const real = await tamper((lines) => lines);
    const { last } = await verifyViolations(real);
    expect((await verifyViolations(real, last?.hash)).isIntact).toBe(true);
    const log = await openAuditLog();
    await log.violations.append(violation("R"));
    expect((await verifyViolations(log.dir)).isIntact).toBe(true);
    const { isIntact: isReal, diagnostics } = await verifyViolations(log.dir, last?.hash);
    expect([isReal, diagnostics.map(({ code }) => code)]).toEqual([false, ["audit/trusted-entry-missing"]]);
  });

  it("continues after damage, and still reports the damage", async () => {
    const damages: Readonly<Record<string, (dir: string) => Promise<unknown>>> = {
      "audit/note-missing": (dir) => rm(join(dir, "rule_violations.jsonl.head")),
      "audit/entries-missing": (dir) => truncate(join(dir, "rule_violations.jsonl"), 10),
      "audit/file-missing": (dir) => rm(join(dir, "rule_violations.jsonl")),
      "audit/foreign-line": (dir) => appendFile(join(dir, "rule_violations.jsonl"), "{}\n"),
    };
    for (const [code, damage] of Object.entries(damages)) {
      const dir = await tamper((lines) => lines);
      await damage(dir);
      const log = await openAuditLog({ dir });
      const [one, other] = [await log.violations.append(violation("after")), await log.violations.append(violation("later"))];
      expect(Number(other.log_id.slice(-3))).toBe(Number(one.log_id.slice(-3)) + 1);
      expect((await findings(dir)).map((finding) => finding.split(" ")[0])).toContain(code);
      expect((await log.violations.tail(2)).map(({ rule_id }) => rule_id)).toEqual(["after", "later"]);
    }
  });

  it("is repaired by the next append if the last line is incomplete", async () => {
    const dir = await tamper((lines) => lines);
    await appendFile(join(dir, "rule_violations.jsonl"), '{"log_id":"RULE-2026');
    expect(await verifyViolations(dir)).toMatchObject({ isIntact: true, diagnostics: [{ code: "audit/unfinished-line" }] });
    const log = await openAuditLog({ dir });
    await log.violations.append(violation("after"));
    expect(await findings(dir)).toEqual([]);
    expect(await verifyViolations(dir)).toMatchObject({ entries: entries + 1 });
  });

  it("preserves complete lines after the end marker of a killed process", async () => {
    const { dir } = await createProject();
    const log = await openAuditLog({ dir, rotation: { bytes: 1_800 } });
    await log.violations.append(violation("R0"));
    const outdated = await readFile(join(dir, "rule_violations.jsonl.head"));
    for (let number = 1; number < 12; number += 1) await log.violations.append(violation(`R${number}`));
    await writeFile(join(dir, "rule_violations.jsonl.head"), outdated);
    await (await openAuditLog({ dir })).violations.append(violation("R12"));
    expect(await verifyViolations(dir)).toMatchObject({ isIntact: true, entries: 13, diagnostics: [] });
  });

  it("reports that the oldest files are missing if they were deleted by hand", async () => {
    const log = await openAuditLog({ rotation: { bytes: 1_800 }, keep: 3 });
    for (let number = 0; number < 40; number += 1) await log.violations.append(violation(`R${number}`));
    expect(await findings(log.dir)).toEqual([]);
    const [oldest = ""] = await violationFiles(log.dir);
    await rm(oldest);
    expect((await findings(log.dir))[0]).toMatch(/^audit\/file-missing /);
  });

  it("can be verified in a copied directory", async () => {
    const dir = await tamper((lines) => lines);
    const { dir: to } = await createProject();
    await cp(dir, to, { recursive: true });
    await (await openAuditLog({ dir: to })).violations.append(violation("after"));
    expect(await findings(to)).toEqual([]);
  });
});

describe("verifying", () => {
  it("verifies both logs of a directory, and returns no report for an empty directory", async () => {
    const log = await openAuditLog();
    await log.violations.append(violation("R"));
    await log.softHooks.append({ rule_id: "P", action: "IGNORED", ignore_count: 1 });
    expect((await verifyAuditLog(log.dir)).map(({ file }) => file)).toEqual([log.violations.path, log.softHooks.path]);
    expect(await verifyAuditLog(join(log.dir, "nowhere"))).toEqual([]);
  });

  it("stops when the signal aborts", async () => {
    const dir = await tamper((lines) => lines);
    await expect(verifyAuditLog(dir, { signal: AbortSignal.abort("enough") })).rejects.toBe("enough");
  });

  it("throws STORE_FAILED if a log cannot be read", async () => {
    const project = await createProject();
    const { dir } = project;
    await project.makeDirectory("rule_violations.jsonl");
    const failure: unknown = await verifyAuditLog(join(dir, "rule_violations.jsonl/x.jsonl")).catch((error: unknown) => error);
    expect(failure).toEqual([]);
    const failed: unknown = await verifyAuditLog(dir).catch((error: unknown) => error);
    expect(PreceptError.is(failed, "STORE_FAILED")).toBe(true);
  });

  it("has a title and a hint for each diagnostic", () => {
    for (const { title, hint } of Object.values(auditDiagnostics)) {
      expect(title).toMatch(/^\S.*[^.\s]$/);
      expect(hint).toMatch(/\.$/);
    }
  });
});

import * as fc from "fast-check";
import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Json } from "@precept/core";
import { describe, expect, it } from "vitest";
import { findings, openAuditLog, violation, violationFiles, violationLines } from "../test/open-audit-log.ts";
import { maxLineBytes } from "./line.ts";
import { createMask } from "./mask.ts";
import { sanitize } from "./sanitize.ts";

// Joined at run time, so that secret scanners do not report the tests.
const token = ["ghp", "a1B2".repeat(9)].join("_");
const key = ["AKIA", "IOSFODNN7EXAMPLE"].join("");
const block = ["-----BEGIN RSA PRIVATE", "KEY-----\nMIIE\n-----END RSA PRIVATE", "KEY-----"].join(" ");

describe("an entry", () => {
  it("is one line, whatever it contains", async () => {
    const log = await openAuditLog({ durability: "normal", mask: { text: (text) => text } });
    const text = fc.string({
      unit: fc.constantFrom("\n", "\r", "\0", "\u2028", '"', "}", "\\", "{", "a", "é", "\uD800", "\uDC00", "😀"),
    });
    const json = fc.letrec<{ value: Json }>((tie) => ({
      value: fc.oneof(
        { maxDepth: 4 },
        text,
        fc.double(),
        fc.constant(null),
        fc.array(tie("value")),
        fc.dictionary(text, tie("value")),
      ),
    })).value;
    let count = 0;
    await fc.assert(
      fc.asyncProperty(text, json, async (message, value) => {
        await log.violations.append(violation("R", { violation: { message }, context: { value } }));
        count += 1;
        const [entry] = await log.violations.tail(1);
        expect(entry?.violation.message).toBe(message.replace(/\p{Surrogate}/gu, "\uFFFD"));
      }),
      { numRuns: 150 },
    );
    expect(await violationLines(log.dir)).toHaveLength(count);
    expect(await findings(log.dir)).toEqual([]);
  });

  it("never exceeds the maximum line length, and notes what was cut", async () => {
    const log = await openAuditLog({ durability: "normal" });
    const wide = Object.fromEntries(Array.from({ length: 50_000 }, (_, number) => [`key${number}`, "\0".repeat(100)]));
    let deep: Json = "bottom";
    for (let depth = 0; depth < 5_000; depth += 1) deep = [deep];
    for (const value of [wide, deep, Array.from({ length: 1_000_000 }, () => 1), "\0".repeat(5_000_000)]) {
      await log.violations.append(violation("R", { violation: { message: "x".repeat(3_000_000) }, context: { value } }));
    }
    const lines = await violationLines(log.dir);
    expect(lines).toHaveLength(4);
    for (const line of lines) {
      expect(Buffer.byteLength(line)).toBeLessThan(maxLineBytes);
      expect(line).toContain("x [cut: 2991808 more characters]");
    }
    expect(lines[0]).toContain("[cut: too many values]");
    expect(lines[1]).toContain("[cut: too deep]");
    expect(await findings(log.dir)).toEqual([]);
  });
});

describe("a secret", () => {
  it.each([
    [`use ${token} now`, "use [masked] now"],
    [`id ${key}.`, "id [masked]."],
    [`before ${block} after`, "before [masked private key] after"],
    [block.slice(0, 40), "[masked private key]"],
    [`Authorization: Bearer ${"abc.def-".repeat(3)}`, "Authorization: Bearer [masked]"],
    [["postgres://me:pass", "word1@db/x"].join(""), "postgres://me:[masked]@db/x"],
    [['const apiKey = "s3cr3t', 'value"'].join(""), "const apiKey = [masked]"],
    [["DB_PASSWORD=hunter", "22 next"].join(""), "DB_PASSWORD=[masked] next"],
    ["a token of thanks", "a token of thanks"],
  ])("in %j is not written", (text, safe) => {
    expect(createMask().maskText(text)).toBe(safe);
  });

  it("is never written to disk, in any field, field name or file", async () => {
    const log = await openAuditLog({
      mask: { keys: ["internal-id"], patterns: [/CASE-\d+/], text: (text) => text.replaceAll("Mallory", "[name]") },
    });
    const text = `${token} CASE-1234 Mallory`;
    await log.violations.append({
      rule_id: text,
      handler: text,
      priority: "P1",
      phase: "REVIEW",
      context: {
        [text]: text,
        nested: [{ deeper: text }],
        accessToken: "opaque-1",
        INTERNAL_ID: ["opaque-2"],
        user_password: 4711,
      },
      violation: { message: `${"x".repeat(8_190)} ${token}`, suggestion: text },
      quick_fix: { applied: true, change: text },
      further: { text, cookie: { session: "opaque-3" }, hasToken: true },
    });
    await log.softHooks.append({ rule_id: text, action: text, ignore_count: 1, metadata: { text } });
    const files = [...(await violationFiles(log.dir)), join(log.dir, "soft_hooks.log"), join(log.dir, "soft_hooks.log.head")];
    const written = (await Promise.all(files.map((file) => readFile(file, "utf8")))).join("\n");
    for (const secret of ["ghp", "CASE", "Mallory", "opaque", "4711"]) expect(written).not.toContain(secret);
    expect(written).toContain('"INTERNAL_ID":"[masked]"');
    expect(await findings(log.dir)).toEqual([]);
  });

  it("is not written in part if the text is longer than the part that is searched", () => {
    // Masking shortens the text, so its end, in the middle of a secret, would be written.
    const long = `${block.replace("MIIE", "M".repeat(65_400))} ${token} and more`;
    for (let start = 0; start < 60; start += 1) {
      expect(sanitize("x".repeat(start) + long, createMask())).not.toContain("ghp");
    }
  });

  it("is not written if the mask throws, and neither is the rest of the entry", async () => {
    const log = await openAuditLog({
      mask: {
        text: () => {
          throw new Error("The mask failed.");
        },
      },
    });
    await expect(log.violations.append(violation("R"))).rejects.toThrow("The mask failed.");
    await expect(stat(log.dir)).rejects.toMatchObject({ code: "ENOENT" });
  });
});

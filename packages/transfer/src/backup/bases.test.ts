import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync, appendFileSync, mkdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PreceptError } from "@precept/core";
import { openRoot, sha256, withLock, type Lock } from "@precept/files";
import { describe, expect, it, onTestFinished } from "vitest";
import { readBases, saveBases } from "./bases.ts";
import { findRevertDeletions, findTransferDeletions, refuseUnconfirmed } from "./confirm-deletions.ts";
import { appendJsonLines, makeBackupDirectory, readJsonLines } from "./json-lines.ts";

function createRoot() {
  const dir = mkdtempSync(join(tmpdir(), "precept-backup-"));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  const root = openRoot(dir);
  const locked = async <Result>(work: (lock: Lock) => Promise<Result>): Promise<Result> => withLock(root, "lock", "test", work);
  return { dir, root, locked, file: join(dir, ".precept/backup/bases.jsonl") };
}

describe("lines of JSON", () => {
  it("are appended, after a line that is not complete, too", async () => {
    const { dir, root, locked } = createRoot();
    const path = ".precept/backup/a.jsonl";
    expect(readJsonLines(root, path, 100)).toEqual([]);
    expect(await locked((lock) => appendJsonLines(root, path, [{ a: 1 }, { b: 2 }], lock))).toBe(16);
    appendFileSync(join(dir, path), '{"c":');
    expect(await locked((lock) => appendJsonLines(root, path, [{ d: 4 }], lock))).toBe(30);
    expect(readJsonLines(root, path, 100)).toEqual([{ a: 1 }, { b: 2 }, undefined, { d: 4 }]);
    expect(readJsonLines(root, path, 30)).toHaveLength(4);
    expect(readJsonLines(root, path, 29)).toBeUndefined();
  });

  it("are in a private directory that git ignores, also if it was there before", async () => {
    const { dir, root } = createRoot();
    mkdirSync(join(dir, ".precept/backup"), { recursive: true, mode: 0o755 });
    await makeBackupDirectory(root);
    expect(statSync(join(dir, ".precept/backup")).mode & 0o777).toBe(0o700);
    expect(readFileSync(join(dir, ".precept/backup/.gitignore"), "utf8")).toBe("*\n");
    writeFileSync(join(dir, ".precept/backup/.gitignore"), "own\n");
    await makeBackupDirectory(root);
    expect(readFileSync(join(dir, ".precept/backup/.gitignore"), "utf8")).toBe("own\n");
  });
});

describe("the last texts of files", () => {
  const all = new Set<string>();

  it("are read by their hash, without damaged ones", async () => {
    const { root, locked, file } = createRoot();
    await locked((lock) => saveBases(root, [], all, lock));
    expect([...readBases(root)]).toEqual([]);
    await locked((lock) => saveBases(root, ["a", "b"], all, lock));
    appendFileSync(
      file,
      `${JSON.stringify({ sha256: sha256("c"), text: "other" })}\n[1]\n{"text":"d"}\n{"sha256":"e","text":7}\nx\n`,
    );
    expect([...readBases(root)]).toEqual([
      [sha256("a"), "a"],
      [sha256("b"), "b"],
    ]);
  });

  it("store what files of one rule have in common once", async () => {
    const { root, locked, file } = createRoot();
    const body = `---\n\n${"Use British spelling. ".repeat(100)}\n`;
    const texts = [
      `---\nglobs: a\n${body}`,
      `---\npaths: a\n${body}`,
      "---\nglobs: b\n---\n\nOther.\n",
      "---\nopen\n",
      "plain\n",
    ];
    await locked((lock) => saveBases(root, texts, all, lock));
    expect([...readBases(root).values()].toSorted()).toEqual([...texts, body].toSorted());
    expect(readFileSync(file, "utf8").split("Use British").length).toBe(101);
    // The common part stays as long as one of the files is used.
    const large = "x".repeat(2_097_152);
    await locked((lock) => saveBases(root, [large], new Set([texts[1] ?? ""].map(sha256)), lock));
    expect([...readBases(root).values()].toSorted()).toEqual([body, texts[1]]);
    writeFileSync(file, readFileSync(file, "utf8").replace("British", "American"));
    expect([...readBases(root)]).toEqual([]);
  });

  it("are removed if nothing refers to them, once the file is larger than 1 MB and has doubled", async () => {
    const { root, locked, file } = createRoot();
    const overhead = `${JSON.stringify({ sha256: sha256(""), text: "" })}\n`.length;
    const save = (text: string, used: readonly string[]) =>
      locked((lock) => saveBases(root, [text], new Set(used.map(sha256)), lock));
    const limit = 1_048_576;
    const large = "x".repeat(limit - overhead);
    await save(large, []);
    expect(statSync(file).size).toBe(limit);
    expect(readBases(root).size).toBe(1);
    const small = "y";
    await save(small, [large]);
    // The larger file is now compacted: the second text is not used.
    expect([...readBases(root).values()]).toEqual([large]);
    expect(readFileSync(file, "utf8").split("\n", 1)[0]).toBe(JSON.stringify({ size: limit }));
    await save("z".repeat(1000), []);
    expect(readBases(root).size).toBe(2);
    await save("w".repeat(limit), ["w".repeat(limit)]);
    expect([...readBases(root).keys()]).toEqual([sha256("w".repeat(limit))]);
  });
});

describe("deleting files", () => {
  const removing = (count: number) => ({
    actions: Array.from(
      { length: count },
      (_, at) => ({ kind: "remove", path: `f${at}`, targets: [], isEdited: false }) as const,
    ),
  });

  it("needs no confirmation for up to five files that Precept created", () => {
    expect(findRevertDeletions(removing(0))).toBeUndefined();
    expect(findRevertDeletions(removing(5))).toBeUndefined();
  });

  it("needs a confirmation for more files, and for files of others", () => {
    const { dir } = createRoot();
    expect(findRevertDeletions(removing(6))).toMatchObject({ paths: { length: 6 }, foreign: [] });
    const imported = { targets: ["claude"], rules: ["project:a"], format: "claude", sha256: "0", head: "" };
    const deletion = { kind: "delete", path: "a", targets: ["claude"], rules: [] } as const;
    expect(findTransferDeletions(dir, [deletion], new Map([["a", imported]]))).toEqual({ paths: ["a"], foreign: ["a"] });
    expect(() => refuseUnconfirmed({ paths: ["a"], foreign: ["a"] })).toThrow(PreceptError);
  });
});

// oxlint-disable-next-line no-restricted-imports -- the directory may be a link, and loading more code takes time
import { closeSync, fstatSync, openSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Script } from "node:vm";

/** The age in milliseconds after which compiled code is stored again, with the functions called since. */
const maxAge = 10 * 60 * 1000;

interface CodeCache {
  /** A directory of the running release of Node, absolute. Only the user can write it: V8 runs what is in it. */
  readonly dir: string;
  /** Whether only the user can write an open file. Others may have been there before the directory was private. */
  readonly isTrustedFile: (file: number) => boolean;
  /** The command that this process runs. Each has a separate cache, since it calls other functions. */
  readonly command: string | undefined;
  /** The exit codes of processes that did their work. Others run only a part of the code. */
  readonly finished: readonly number[];
}

let cache: CodeCache | undefined;

/** Functions that store the code of the scripts whose code is not stored, or is old. */
const unstored: (() => void)[] = [];

/** Lets {@link runScript} store compiled code and reuse it in later processes. Default: no cache. */
export function useCodeCache(used: CodeCache): void {
  cache = used;
}

/** Runs a script of ASCII characters. @param digest of its text. @returns the value of its expression. */
export function runScript(directory: string, name: string, digest: string): unknown {
  const filename = join(directory, name);
  const source = readFileSync(filename, "latin1");
  if (cache === undefined) return new Script(source, { filename }).runInThisContext();
  const { dir, command = "", finished, isTrustedFile } = cache;
  const prefix = `${name}.${/^[a-z-]+$/.test(command) ? command : ""}.`;
  const stored = readCode(dir, prefix + digest, isTrustedFile);
  const script = new Script(source, { filename, ...(stored !== undefined && { cachedData: stored.code }) });
  if (stored === undefined || script.cachedDataRejected === true || stored.isOld) {
    // One listener for all scripts: Node warns of more than ten.
    if (unstored.length === 0) {
      process.once("exit", (code) => {
        if (finished.includes(code)) for (const store of unstored) store();
      });
    }
    unstored.push(() => storeCode(dir, prefix, digest, script));
  }
  return script.runInThisContext();
}

/**
 * Reads stored code. The file contains it twice, and then its own name, because V8 detects neither changed bytes nor the code of another script
 * of the same length.
 */
function readCode(
  dir: string,
  name: string,
  isTrustedFile: CodeCache["isTrustedFile"],
): { readonly code: Buffer; readonly isOld: boolean } | undefined {
  let file: number | undefined;
  try {
    file = openSync(join(dir, name), "r");
    if (!isTrustedFile(file)) return undefined;
    const content = readFileSync(file);
    const end = content.length - name.length;
    if (end < 0 || content.toString("latin1", end) !== name) return undefined;
    const code = content.subarray(0, end / 2);
    if (!code.equals(content.subarray(end / 2, end))) return undefined;
    return { code, isOld: Date.now() - fstatSync(file).mtimeMs > maxAge };
  } catch {
    return undefined;
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

/** Stores the code of all functions that have been called, in place of that for other versions of the script. */
function storeCode(dir: string, prefix: string, digest: string, script: Script): void {
  const name = prefix + digest;
  const temporary = join(dir, `${name}.${process.pid}`);
  // Without the cache, a process only takes longer.
  attempt(() => {
    writeFileSync(temporary, "", { mode: 0o600, flag: "wx" });
    const code = script.createCachedData();
    writeFileSync(temporary, Buffer.concat([code, code, Buffer.from(name, "latin1")]), { flush: true });
    renameSync(temporary, join(dir, name));
  });
  attempt(() => {
    for (const other of readdirSync(dir)) if (other.startsWith(prefix) && other !== name) rmSync(join(dir, other));
  });
}

function attempt(step: () => void): void {
  try {
    step();
  } catch {
    // The directory cannot be written, or another process was first.
  }
}

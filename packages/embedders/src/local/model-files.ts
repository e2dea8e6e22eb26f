import { createHash } from "node:crypto";
import { basename, dirname, join } from "node:path";
import { kindAt, listDirectorySync, openIn, openRoot, realPathAt, sha256 } from "@precept/files";
import type { LocalDtype } from "./options.ts";

/** The files of a model, relative to its directory. */
export interface ModelFiles {
  /** The subdirectory of the ONNX file: `onnx`, or empty. */
  readonly subfolder: string;
  /** All files that decide the vectors, sorted. */
  readonly paths: readonly string[];
}

/** Suffixes of file names, as the hub's exports use them. */
const suffixes: Readonly<Record<LocalDtype, string>> = {
  fp32: "",
  fp16: "_fp16",
  q8: "_quantized",
  int8: "_int8",
  uint8: "_uint8",
  q4: "_q4",
  q4f16: "_q4f16",
  bnb4: "_bnb4",
};

const requiredFiles = ["config.json", "tokenizer.json", "tokenizer_config.json"];

/** Finds the files of a model. @returns the missing files if there are any. @throws the system's error. */
export function findModelFiles(dir: string, dtype: LocalDtype): ModelFiles | { readonly missing: readonly string[] } {
  const name = `model${suffixes[dtype]}.onnx`;
  const missing = requiredFiles.filter((file) => kindAt(join(dir, file)) !== "file");
  const subfolder = ["onnx", ""].find((one) => kindAt(join(dir, one, name)) === "file");
  if (subfolder === undefined) return { missing: [...missing, `onnx/${name}`] };
  if (missing.length > 0) return { missing };
  // Large models store their weights in files such as `model.onnx_data`.
  const names = listDirectorySync(openRoot(join(dir, subfolder)), ".").map((entry) => entry.name);
  const weights = names.filter((one) => one === name || one.startsWith(`${name}_data`) || one === `${name}.data`).toSorted();
  return { subfolder, paths: [...requiredFiles, ...weights.map((one) => (subfolder === "" ? one : `${subfolder}/${one}`))] };
}

/**
 * Returns a hash of the files of a model. Equal files have the same revision in every directory and on every machine.
 *
 * @throws the system's error.
 */
export async function hashModelFiles(dir: string, paths: readonly string[]): Promise<string> {
  const lines: string[] = [];
  for (const path of paths) lines.push(`${basename(path)} ${await hashFile(join(dir, path))}`);
  return sha256(lines.join("\n")).slice(0, 16);
}

/** Reads in chunks, because models may have gigabytes. Follows links, because the hub's cache consists of links. */
async function hashFile(path: string): Promise<string> {
  const real = realPathAt(path) ?? path;
  await using file = await openIn(openRoot(dirname(real)), real, "read");
  const hash = createHash("sha256");
  const chunk = Buffer.allocUnsafe(1_048_576);
  for (;;) {
    const { bytesRead } = await file.read(chunk, 0, chunk.length);
    if (bytesRead === 0) return hash.digest("hex");
    hash.update(chunk.subarray(0, bytesRead));
  }
}

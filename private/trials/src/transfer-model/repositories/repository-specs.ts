import * as fc from "fast-check";
import type { FileSpec, RepositorySpec } from "./file-spec.ts";
import { headedPaths, excludedPaths, ignoreFilePaths, plainPaths, sharedPaths } from "./paths.ts";

const rarely = fc.integer({ min: 0, max: 4 }).map((number) => number === 4);

const fileSpecs: fc.Arbitrary<FileSpec> = fc.record({
  path: fc.constantFrom(...plainPaths, ...headedPaths.keys(), ...excludedPaths, ...sharedPaths.keys(), ...ignoreFilePaths),
  kind: fc.constantFrom("own", "own", "copy", "near", "link"),
  of: fc.nat(9),
  sentences: fc.constantFrom(1, 2, 12),
  refers: rarely,
  hasSpecials: rarely,
  isLong: fc.nat(19).map((number) => number === 19),
  lineEnd: rarely.map((isWindows) => (isWindows ? "\r\n" : "\n")),
  hasByteOrderMark: rarely,
  hasFinalNewline: rarely.map((isMissing) => !isMissing),
  mode: fc.constantFrom(0o644, 0o644, 0o755, 0o600),
  header: fc.nat(3),
});

/** Random repositories with one to seven rule files. */
export const repositorySpecs: fc.Arbitrary<RepositorySpec> = fc.uniqueArray(fileSpecs, {
  minLength: 1,
  maxLength: 7,
  selector: ({ path }) => path,
});

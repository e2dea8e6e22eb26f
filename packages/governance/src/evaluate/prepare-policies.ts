import { GlobIndex, isExclusion } from "@precept/core";
import type { Policy } from "../model/policy.ts";
import { blocksIn, prepareBlock, type PreparedBlock } from "./prepared-block.ts";

interface BlockGlob {
  readonly block: PreparedBlock;
  readonly excludes: boolean;
}

/** What is derived from a list of policies once, for all texts. */
export interface PreparedPolicies {
  /** The match of each policy. */
  readonly blocks: ReadonlyMap<Policy, PreparedBlock>;
  /** Returns the blocks with file patterns that match a file. */
  readonly blocksForFile: (file: string) => ReadonlySet<PreparedBlock>;
}

const cache = new WeakMap<readonly Policy[], PreparedPolicies>();
/** Policies live longer than lists of them: a check of some policies only has a list of its own. */
const blockCache = new WeakMap<Policy, PreparedBlock>();

/** Prepares a list of policies. The result is cached for as long as the list is reachable. */
export function preparePolicies(policies: readonly Policy[]): PreparedPolicies {
  let prepared = cache.get(policies);
  if (prepared === undefined) cache.set(policies, (prepared = prepare(policies)));
  return prepared;
}

/** Prepares the match of one policy. The result is cached for as long as the policy is reachable. */
export function blockOf(policy: Policy): PreparedBlock {
  let block = blockCache.get(policy);
  if (block === undefined) blockCache.set(policy, (block = prepareBlock(policy)));
  return block;
}

function prepare(policies: readonly Policy[]): PreparedPolicies {
  const blocks = new Map(policies.map((policy) => [policy, blockOf(policy)]));
  let globs: BlockGlobs | undefined;
  return { blocks, blocksForFile: (file) => matchFile(file, (globs ??= indexGlobs(blocks.values()))) };
}

interface BlockGlobs {
  readonly index: GlobIndex<BlockGlob>;
  /** Globs in lower case, of blocks that ignore case. Undefined without such blocks. */
  readonly caselessIndex: GlobIndex<BlockGlob> | undefined;
  readonly withExclusionsOnly: readonly PreparedBlock[];
}

/** Indexes the file patterns of blocks. Only done for a file, because a process that checks a command does not need it. */
function indexGlobs(wholes: Iterable<PreparedBlock>): BlockGlobs {
  const index = new GlobIndex<BlockGlob>();
  let caselessIndex: GlobIndex<BlockGlob> | undefined;
  const withExclusionsOnly: PreparedBlock[] = [];
  for (const block of [...wholes].flatMap((whole) => [...blocksIn(whole)])) {
    const { filePatterns, ignoresCase = false } = block.match;
    for (const glob of filePatterns) {
      const excludes = isExclusion(glob);
      const included = excludes ? glob.slice(1) : glob;
      const use = { block, excludes };
      if (ignoresCase) (caselessIndex ??= new GlobIndex()).add(foldCase(included), "", use);
      else index.add(included, "", use);
    }
    if (filePatterns.length > 0 && filePatterns.every(isExclusion)) withExclusionsOnly.push(block);
  }
  return { index, caselessIndex, withExclusionsOnly };
}

function matchFile(file: string, { index, caselessIndex, withExclusionsOnly }: BlockGlobs): ReadonlySet<PreparedBlock> {
  const included = new Set(withExclusionsOnly);
  const excluded = new Set<PreparedBlock>();
  const matching = [
    ...index.match([file.split("/")]).keys(),
    ...(caselessIndex?.match([foldCase(file).split("/")]).keys() ?? []),
  ];
  for (const { uses } of matching) {
    for (const { block, excludes } of uses) (excludes ? excluded : included).add(block);
  }
  for (const block of excluded) included.delete(block);
  return included;
}

/** Upper case first, because file systems that ignore case treat `ſ` like `s`, and `K` (the Kelvin sign) like `k`. */
function foldCase(text: string): string {
  return text.toUpperCase().toLowerCase();
}

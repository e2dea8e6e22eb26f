import type { Random } from "@precept/testing/random";
import type { Pipeline } from "./commands.ts";
import { fileKinds } from "./file-kinds.ts";
import { optionKinds } from "./option-kinds.ts";
import { programKinds } from "./program-kinds.ts";
import { systemShellTexts, textKinds } from "./shell-kinds.ts";
import { plainPipeline, type Kind, type Spelling } from "./spelling.ts";
import { unverifiedWords, wordKinds } from "./word-kinds.ts";
import { wrapperKinds } from "./wrapper-kinds.ts";

/** A way to write a command: one kind, or one inside another. */
export interface Way extends Kind {
  /** The names of its kinds, from the inside. */
  readonly kinds: readonly string[];
}

const ofWords: readonly Kind[] = Object.entries(wordKinds).map(([name, spell]) => ({
  name,
  spell: (pipeline) => {
    // A spelling with several commands can only be the last one of a pipeline.
    const last = spell(pipeline.at(-1) ?? []);
    if (last === undefined) return undefined;
    const isWhole = pipeline.length === 1 || !/;|\n|^!/.test(last);
    return isWhole ? { text: [...pipeline.slice(0, -1).map((words) => plainPipeline([words])), last].join(" | ") } : undefined;
  },
  ...(unverifiedWords.has(name) && { unverified: "the shell reads another word" }),
}));
const ofOptions: readonly Kind[] = Object.entries(optionKinds).map(([name, change]) => ({
  name,
  spell: (pipeline) => {
    const changed = pipeline.map((words) => change(words) ?? words);
    const text = plainPipeline(changed);
    return text === plainPipeline(pipeline) ? undefined : { text };
  },
  unverified: "it depends on the program",
}));
const ofTexts: readonly Kind[] = Object.entries(textKinds).map(([name, spell]) => ({
  name,
  spell: (pipeline) => ({ text: spell(plainPipeline(pipeline)) }),
}));

/** All kinds of spelling. */
const kinds: readonly Kind[] = [...ofWords, ...ofOptions, ...wrapperKinds, ...ofTexts, ...fileKinds, ...programKinds];

const ways: readonly Way[] = kinds.map((kind) => ({ ...kind, kinds: [kind.name] }));

/** Draws ways that apply to two pipelines: about two thirds are one kind, the others a kind of words inside one of texts. */
export function drawWays(random: Random, count: number, pipelines: readonly Pipeline[]): readonly Way[] {
  const apply = ({ spell }: Kind): boolean => pipelines.every((pipeline) => spell(pipeline) !== undefined);
  const applicable = ways.filter(apply);
  const singles = random.shuffle(applicable).slice(0, Math.ceil((count * 2) / 3));
  const inner = [...ofWords, ...ofOptions].filter(apply);
  const pairs = Array.from({ length: count - singles.length }, () => inside(random.pick(inner), random.pick(ofTexts)));
  return [...singles, ...pairs];
}

function inside(inner: Kind, outer: Kind): Way {
  const wrap = textKinds[outer.name] ?? ((text: string): string => text);
  const unverified = systemShellTexts.has(outer.name)
    ? "the words can be for bash alone"
    : (inner.unverified ?? outer.unverified);
  return {
    name: `${inner.name} in ${outer.name}`,
    kinds: [inner.name, outer.name],
    spell: (pipeline): Spelling | undefined => {
      const spelled = inner.spell(pipeline);
      return spelled === undefined ? undefined : { ...spelled, text: wrap(spelled.text) };
    },
    ...(unverified !== undefined && { unverified }),
  };
}

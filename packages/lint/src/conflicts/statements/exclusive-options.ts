interface OptionSet {
  readonly topic: string;
  /** The options, each with a pattern of the words that name it in lower case. */
  readonly options: readonly (readonly [option: string, words: RegExp])[];
  /** Context words: an instruction is about this topic only if it matches this, too. Absent: the option is enough. */
  readonly about?: RegExp;
}

/** Returns options whose names are single words. */
function named(names: string): OptionSet["options"] {
  return names.split(" ").map((name) => [name, new RegExp(`\\b${name.toLowerCase()}\\b`)]);
}

/** Options that exclude each other, even if no instruction prohibits the others. */
const optionSets: readonly OptionSet[] = [
  {
    topic: "indentation",
    options: [
      ["tabs", /\btabs?\b/],
      ["2 spaces", /\b(?:2|two)[- ]spaces?\b/],
      ["4 spaces", /\b(?:4|four)[- ]spaces?\b/],
      ["8 spaces", /\b(?:8|eight)[- ]spaces?\b/],
    ],
    about: /\bindent|^(?:always )?use (?:tabs|(?:\d|two|four|eight)[- ]spaces?)$/,
  },
  {
    topic: "indentation with tabs or spaces",
    options: [
      ["tabs", /\btabs?\b/],
      ["spaces", /\bspaces?\b/],
    ],
    about: /\bindent|^(?:always )?use (?:tabs|spaces)$/,
  },
  {
    topic: "quotes",
    options: [
      ["single", /\bsingle[- ]quot/],
      ["double", /\bdouble[- ]quot/],
    ],
  },
  {
    topic: "exports",
    options: [
      ["named", /\bnamed exports?\b/],
      ["default", /\bdefault exports?\b/],
    ],
  },
  {
    topic: "package manager",
    options: named("npm yarn pnpm bun"),
    about:
      /\bpackage manager|\bdependenc|^(?:always )?(?:use|run) (?:npm|yarn|pnpm|bun)$|\binstall(?:ing)? (?:packages|dependencies)/,
  },
  {
    topic: "test runner",
    options: named("Jest Vitest Mocha Jasmine AVA"),
    about: /\btest/,
  },
  {
    topic: "test runner of Python",
    options: [
      ["pytest", /\bpytest\b/],
      ["unittest", /\bunittest\b/],
      ["nose", /\bnose2?\b/],
    ],
    about: /\btest/,
  },
  {
    topic: "end-to-end tests",
    options: named("Cypress Playwright Selenium"),
    about: /\be2e\b|\bend-to-end\b/,
  },
  {
    topic: "state management",
    options: named("Redux Zustand MobX Recoil Jotai Pinia Vuex"),
    about: /\bstate management\b|\b(?:global|application|client|shared) state\b/,
  },
  {
    topic: "styles",
    options: [
      ["Tailwind", /\btailwind/],
      ["styled-components", /\bstyled[- ]components\b/],
      ["CSS modules", /\bcss modules\b/],
      ["Emotion", /\bemotion\b/],
    ],
    about: /\bstyl(?:e|es|ing)\b/,
  },
  {
    topic: "object-relational mapper",
    options: named("Prisma Drizzle TypeORM Sequelize"),
    about: /\borm\b|\bdatabase (?:access|operations|queries)\b/,
  },
  {
    topic: "dates",
    options: [
      ["date-fns", /\bdate-fns\b/],
      ["Day.js", /\bday\.?js\b/],
      ["Moment", /\bmoment(?:\.?js)?\b/],
      ["Luxon", /\bluxon\b/],
    ],
    about: /\bdates?\b/,
  },
  { topic: "formatter of Python", options: named("Black Ruff YAPF"), about: /\bformat/ },
  {
    topic: "language of answers",
    options: named("English German French Spanish Chinese Japanese"),
    about: /^(?:always )?(?:answer|respond|reply)\b/,
  },
  { topic: "formatter", options: named("Prettier Biome dprint"), about: /\bformat/ },
];

const anyOption =
  /tab|space|quot|export|npm|yarn|bun|jest|vitest|mocha|jasmine|ava|pytest|unittest|nose|cypress|playwright|selenium|redux|zustand|mobx|recoil|jotai|pinia|vuex|tailwind|styled|css|emotion|prisma|drizzle|orm|sequelize|date-fns|dayjs|day\.js|moment|luxon|black|ruff|yapf|prettier|biome|dprint|english|german|french|spanish|chinese|japanese|line|case/;
/** Words that introduce examples or alternatives. An instruction with them does not choose an option. */
const exampleWords = /\b(?:like|such as|e\.g|or|similar)\b/;
const lineLength =
  /\bline(?:s|[- ]length|[- ]width)?\b[^.]*?\b(\d{2,3})\b(?:[ -]?(?:char|col|$))|\b(\d{2,3})[ -](?:char(?:acter)?s?|columns?)\b[^.]*\bline/;
const casing =
  /\b(kebab-case|camelcase|pascalcase|snake_case|screaming_snake_case|upper_snake_case|upper_case|uppercase)\b\s+(?:for|in)\s+(?:all\s+)?([a-z][a-z ,/-]*?)(?=$|[.;(]|\s+(?:and|but|with|when|\w*case\b)|\s*,?\s*(?:and\s+)?(?:kebab-|camel|pascal|snake_|screaming_|upper))/g;

/** Finds the exclusive options that an instruction names, by topic. */
export function findChosenOptions(clause: string): ReadonlyMap<string, string> {
  const text = clause.toLowerCase();
  const chosen = new Map<string, string>();
  if (!anyOption.test(text) || exampleWords.test(text)) return chosen;
  for (const { topic, options, about } of optionSets) {
    const [option, ...others] = options.filter(([, words]) => words.test(text));
    if (option !== undefined && others.length === 0 && about?.test(text) !== false) chosen.set(topic, option[0]);
  }
  const [, before, behind] = lineLength.exec(text) ?? [];
  const length = before ?? behind;
  if (length !== undefined) chosen.set("line length", length);
  for (const [, style = "", nouns = ""] of text.matchAll(casing)) {
    for (const noun of nouns.split(/,|\/| and /)) {
      const name = noun
        .trim()
        .replace(/^(?:the|all) /, "")
        .replace(/ names?$/, "")
        .replace(/s$/, "");
      if (name !== "") chosen.set(`the spelling of ${name} names`, style);
    }
  }
  return chosen;
}

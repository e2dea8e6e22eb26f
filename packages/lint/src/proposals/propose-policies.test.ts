import { createRule } from "@precept/core";
import { describe, expect, it } from "vitest";
import { proposePolicies } from "./propose-policies.ts";

const propose = (content: string, more: object = {}) => proposePolicies(createRule({ id: "r", name: "code", content, ...more }));

/** What the only proposal for a sentence looks for, as a short text; else the reason why there is none. */
function outcomeOf(content: string): string {
  const { proposals, unused } = propose(content);
  const [only] = proposals;
  if (only === undefined) return unused[0]?.reason ?? "no prohibition";
  const { match, suggestion } = only;
  const what =
    match.kind === "text"
      ? match.pattern
      : match.kind === "files"
        ? match.files.join(" ")
        : [...match.programs, match.subcommand ?? "", ...(match.flags ?? [])].filter((word) => word !== "").join(" ");
  return `${match.kind} ${what}${suggestion === undefined ? "" : ` | ${suggestion}`}`;
}

describe("a sentence becomes a policy", () => {
  it.each([
    ["Never call `parseFloat()`.", String.raw`text (?<![\w$.@-])parseFloat\s*\(`],
    ["Do not use `vi.importActual`", String.raw`text (?<![\w$.@-])vi\.importActual\b(?!-)`],
    ["- Avoid console.log", String.raw`text (?<![\w$.@-])console\.log\b(?!-)`],
    ["No `console.*`", String.raw`text (?<![\w$.@-])console\.\w+`],
    ["Never use **`@ts-ignore`** comments", String.raw`text @ts-ignore\b(?!-)`],
    ["Use `use()` instead of `useContext()`", String.raw`text (?<![\w$.@-])useContext\s*\( | Use ${"`use()`"}.`],
    ["Avoid: `forwardRef`", "no prohibition"],
    ["Default exports are forbidden", String.raw`text ^\s*export\s+default\b`],
    ["Avoid enums.", String.raw`text ^\s*(?:export\s+)?(?:declare\s+)?(?:const\s+)?enum\s+\w`],
    ["Never edit `generated/`", "files generated/**"],
    ["Do not modify `*.lock` files", "files *.lock"],
    ["Use `pnpm`, not `npm`", "command npm | Use `pnpm`."],
    ["Use pnpm instead of npm", "command npm"],
    ["Never run `git push --force`", "command git push --force"],
    ["No force pushes", "command git push --force"],
  ])("%s → %s", (content, expected) => expect(outcomeOf(content)).toBe(expected));

  it("finds imports of a package in several languages, and no other package", () => {
    const [only] = propose("Do not import from `lodash`.").proposals;
    const expression = new RegExp(only?.match.kind === "text" ? only.match.pattern : "", "m");
    for (const code of [
      'import a from "lodash";',
      "import { b } from 'lodash/b'",
      'require("lodash")',
      "import lodash",
      "from lodash import a",
    ]) {
      expect([code, expression.test(code)]).toEqual([code, true]);
    }
    for (const code of ['import a from "lodash-es";', "const lodash = 1;", 'import lodash from "es-toolkit";']) {
      expect([code, expression.test(code)]).toEqual([code, false]);
    }
  });

  it("once for each piece of code, each with its own id", () => {
    const { proposals } = propose("Never add `useMemo`, `useCallback` or `React.memo`.\n\nNever use `useMemo`.");
    expect(proposals.map(({ id, line }) => `${id} ${line}`)).toEqual([
      "CODE-NO-USEMEMO 1",
      "CODE-NO-USECALLBACK 1",
      "CODE-NO-REACT-MEMO 1",
      "CODE-NO-USEMEMO-2 3",
    ]);
  });

  it("for the files that the sentence, the globs or the language names", () => {
    const files = (content: string, globs: readonly string[] = [], description = "") =>
      propose(content, { globs, description }).proposals[0]?.files.join(" ");
    expect(files("Never use `process.env` in `src/core`")).toBe("src/core/**");
    expect(files("Never use `process.env`", ["src/**"])).toBe("src/**");
    expect(files("Never use `sys.exit()`", ["**/*"], "Python")).toBe("**/*.{py,pyi}");
    expect(files("Never use `process.env`")).toMatch(/^\*\*\/\*\.\{ts,.*,sh,bash,zsh\}$/);
  });

  it("with tests from the blocks of code that the rule shows as good or bad", () => {
    const [only] = propose(
      "Never use `any`.\n\nBad:\n\n```ts\nlet a: any = 1;\n```\n\n```ts\n// good\nlet a: unknown = 1;\n```\n\n```ts\nlet b: any;\n```\n",
    ).proposals;
    expect(only?.invalid).toEqual(["const a: any = 1;", "let a: any = 1;"]);
    expect(only?.valid).toEqual(["// good\nlet a: unknown = 1;", "const other = 1;"]);
  });
});

describe("a sentence becomes no policy", () => {
  it.each([
    ["Avoid `any` unless a library needs it", "it has a condition or an exception"],
    ["Never use `fetch` for internal calls", "it says more than what must not be there"],
    ["Use `.ts` imports, never `.js`", "it says more than what must not be there"],
    ["Never use `helper`", "`helper` is one word, which could be anything"],
    ["Do not use `create-thing`", "`create-thing` is one word, which could be anything"],
    ["Never use `MyComponent.render`", "`MyComponent.render` has a placeholder"],
    ["Never use `package.json`", "it does not say what must not happen to the files"],
    ["Never guess", "it names nothing that can be looked for"],
    ["Never import `A B`", "`A B` is not the name of a package"],
    ["No `x`", "`x` is one word, which could be anything"],
    ["No `$.`", "`$.` is too short to look for"],
    ["Never use `any`.\n\nGood:\n\n```ts\nlet a: any;\n```", "the rule itself shows it in good code"],
    ["Use `any` where you like", "no prohibition"],
    ["## Never use `eval`", "no prohibition"],
  ])("%s: %s", (content, reason) => expect(outcomeOf(content)).toBe(reason));
});

it("long and strange lines are read", () => {
  const parts = [
    "never use ",
    "`a.b`",
    ", ",
    " or ",
    "\uE000",
    "1\uE000",
    "`",
    "(",
    "in ",
    "the ",
    "x ",
    "**",
    "@a-",
    "- ",
    "instead of ",
  ];
  let sentences = 0;
  const count = (text: string): void => {
    const { proposals, unused } = propose(`Never use ${text}`);
    sentences += proposals.length + unused.length;
  };
  for (let seed = 0; seed < 300; seed += 1) {
    count(Array.from({ length: 60 }, (_, at) => parts[(seed * 7 + at * (seed % 13) + ((at * at) % 11)) % parts.length]).join(""));
    count((parts[seed % parts.length] ?? "").repeat(300));
  }
  expect(sentences).toBeGreaterThan(100);
});

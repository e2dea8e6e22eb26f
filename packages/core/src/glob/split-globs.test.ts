import { expect, it } from "vitest";
import { splitGlobs } from "./split-globs.ts";

it.each([
  ["*.ts,*.tsx", ["*.ts", "*.tsx"]],
  [" *.ts ,  *.tsx , ", ["*.ts", "*.tsx"]],
  ["*.{ts,tsx},a.js", ["*.{ts,tsx}", "a.js"]],
  ["{a,{b,c}}.ts, d", ["{a,{b,c}}.ts", "d"]],
  ["[,a].ts,b", ["[,a].ts", "b"]],
  ["a\\,b,c", ["a\\,b", "c"]],
  ["{a,b", ["{a", "b"]],
  ["{a,b},{c,d", ["{a,b}", "{c", "d"]],
  ["a},b", ["a}", "b"]],
  ["[a,b", ["[a", "b"]],
  ["!**/gen/**,**/*.ts", ["!**/gen/**", "**/*.ts"]],
  ["", []],
  [" , ,", []],
])("splits %j into %j", (list, globs) => {
  expect(splitGlobs(list)).toEqual(globs);
});

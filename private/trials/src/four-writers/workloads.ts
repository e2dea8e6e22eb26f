import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { createRule, PreceptError, printNativeRule } from "@precept/core";
import { precept as nativeCodec } from "@precept/mdc-compat";
import { createAuditLog, verifyAuditLog } from "@precept/audit-log";
import { createFsStore } from "@precept/store-fs";
import { hasSucceeded, precept } from "./command-line.ts";
import { compareLists, type Workload } from "./workload.ts";

const rulePath = ".precept/rules/one.md";

const policy = `
id: NO-EVAL
severity: CRITICAL
match: { pattern: '\\beval\\(' }
message: No eval.
tests: { valid: [evaluate(1)], invalid: ["eval(x)"] }
`;

async function writeText(dir: string, path: string, text: string): Promise<void> {
  await mkdir(dirname(join(dir, path)), { recursive: true });
  await writeFile(join(dir, path), text);
}

function ruleText(name: string, content: string): string {
  return printNativeRule(createRule({ id: "new", name, description: name, content })).text;
}

function linesStarting(text: string): readonly string[] {
  return text.match(/^w\d-\d+$/gm) ?? [];
}

/** Library: all writers save one rule, in which each counts its saves, and read it again after a conflict. */
const save: Workload = {
  prepare: (dir) => writeText(dir, rulePath, ruleText("one", "{}")),
  async *write({ dir, name }) {
    const store = createFsStore({ projectDir: dir, roots: [{ dir: ".precept/rules", codec: nativeCodec }] });
    for (;;) {
      await store.reload();
      const current = await store.get(`project:${rulePath}`);
      if (current === undefined) throw new Error("The rule does not exist.");
      const counts = JSON.parse(current.rule.content) as Readonly<Record<string, number>>;
      const next = (counts[name] ?? 0) + 1;
      try {
        await store.save(
          { ...current.rule, content: JSON.stringify({ ...counts, [name]: next }) },
          { revision: current.revision },
        );
        yield `${name}-${next}`;
      } catch (error) {
        if (!PreceptError.is(error, "RULE_CONFLICT")) throw error;
        yield undefined;
      }
    }
  },
  async verify(dir, acknowledged) {
    const text = await readFile(join(dir, rulePath), "utf8");
    const counts = JSON.parse(/\{.*\}/.exec(text)?.[0] ?? "{}") as Readonly<Record<string, number>>;
    const found = Object.entries(counts).flatMap(([name, count]) =>
      Array.from({ length: count }, (_, at) => `${name}-${at + 1}`),
    );
    return compareLists(found, acknowledged);
  },
};

/** Command line: all writers edit one rule; the editor adds a line. */
const edit: Workload = {
  prepare: (dir) => writeText(dir, rulePath, ruleText("one", "Lines:\n")),
  async *write({ dir, name }) {
    for (let number = 1; ;) {
      const line = `${name}-${number}`;
      const outcome = await precept(dir, ["edit", "one"], `printf '%s\\n' ${line} >>`);
      const isDone = hasSucceeded(outcome, /is at revision/);
      if (isDone) number += 1;
      yield isDone ? line : undefined;
    }
  },
  async verify(dir, acknowledged) {
    return compareLists(linesStarting(await readFile(join(dir, rulePath), "utf8")), acknowledged);
  },
};

/** Command line: all writers create rules with the same names. */
const create: Workload = {
  prepare: (dir) => writeText(dir, ".precept/rules/first.md", ruleText("first", "")),
  async *write({ dir, name }) {
    for (let number = 1; ; number += 1) {
      const args = ["create", `rule-${number}`, "--content", `${name}-${number}\n`];
      yield hasSucceeded(await precept(dir, args), /already exists/) ? `${name}-${number}` : undefined;
    }
  },
  async verify(dir, acknowledged) {
    const rules = join(dir, ".precept/rules");
    const names = (await readdir(rules)).filter((name) => name !== "first.md");
    const texts = await Promise.all(names.map((name) => readFile(join(rules, name), "utf8")));
    const numbers = acknowledged.map((one) => one.slice(one.indexOf("-")));
    return [
      ...compareLists(texts.flatMap(linesStarting), acknowledged),
      ...numbers.filter((one, at) => numbers.indexOf(one) !== at).map((one) => `created twice: rule${one}`),
      ...names.filter((name) => !/^rule-\d+\.md$/.test(name)).map((name) => `left behind: ${name}`),
    ];
  },
};

/** Command line: each writer adds its own files to one baseline. */
const baseline: Workload = {
  async prepare(dir) {
    await writeText(dir, ".precept/policies/a.yaml", policy);
    for (let number = 0; number < 4; number += 1) await writeText(dir, `src/w${number}.js`, "eval(0);\n");
  },
  async *write({ dir, name }) {
    for (let number = 1; ; number += 1) {
      const file = `src/${name}-${number}.js`;
      await writeText(dir, file, `eval(${number});\n`);
      hasSucceeded(await precept(dir, ["check", file, "--update-baseline"]), /^$/);
      yield `${name}-${number}`;
    }
  },
  async verify(dir, acknowledged) {
    const text = await readFile(join(dir, ".precept/baseline.json"), "utf8");
    const { entries } = JSON.parse(text) as { readonly entries: readonly { readonly file: string }[] };
    return compareLists(
      entries.map(({ file }) => file.slice("src/".length, -".js".length)),
      acknowledged,
    );
  },
};

/** Command line: each writer edits its own rule and exports all rules. */
const exports: Workload = {
  async prepare(dir) {
    for (let number = 0; number < 4; number += 1)
      await writeText(dir, `.precept/rules/w${number}.md`, ruleText(`w${number}`, "none\n"));
  },
  async *write({ dir, name }) {
    for (let number = 1; ;) {
      const line = `${name}-${number}`;
      hasSucceeded(await precept(dir, ["edit", name, "--content", `${line}\n`]), /^$/);
      const outcome = await precept(dir, ["export", "--to", "cursor"]);
      // Another process exported or wrote a file of this plan in the meantime.
      if (!hasSucceeded(outcome, /Another process changed|^$/)) {
        yield undefined;
        continue;
      }
      const written = await readFile(join(dir, `.cursor/rules/${name}.mdc`), "utf8");
      if (!linesStarting(written).includes(line)) throw new Error(`"${line}" was exported and is not there: ${written}`);
      number += 1;
      yield line;
    }
  },
  async verify(dir, acknowledged) {
    const { code, err } = await precept(dir, ["export", "--to", "cursor"]);
    const failures = code === 0 ? [] : [`the last export fails: ${err}`];
    for (const name of ["w0", "w1", "w2", "w3"]) {
      const last = acknowledged.filter((one) => one.startsWith(`${name}-`)).length;
      const [line] = linesStarting(await readFile(join(dir, `.cursor/rules/${name}.mdc`), "utf8"));
      const number = Number(line?.split("-")[1] ?? 0);
      // If the last export of a writer was refused, its last edit is not acknowledged.
      if (number !== last && number !== last + 1)
        failures.push(`${name} ends with ${line}, and ${last} exports were acknowledged`);
    }
    const { code: drift } = await precept(dir, ["export", "--to", "cursor", "--check"]);
    return drift === 0 ? failures : [...failures, "the exported files differ from the rules"];
  },
};

/** Library: all writers append to one audit log. */
const audit: Workload = {
  prepare: async () => undefined,
  async *write({ dir, name }) {
    const log = createAuditLog({ dir: join(dir, "audit"), rotation: { bytes: 1_000_000 } });
    for (let number = 1; ; number += 1) {
      const message = `Entry ${number}`;
      await log.violations.append({
        rule_id: `${name}-${number}`,
        handler: "LOG_ONLY",
        priority: "P2",
        phase: "REVIEW",
        violation: { message },
      });
      yield `${name}-${number}`;
    }
  },
  async verify(dir, acknowledged) {
    const path = join(dir, "audit/rule_violations.jsonl");
    const log = createAuditLog({ dir: join(dir, "audit") });
    const found: string[] = [];
    for await (const { rule_id: ruleId } of log.violations.list()) found.push(ruleId);
    await log[Symbol.asyncDispose]();
    const [report] = await verifyAuditLog(path);
    return [...compareLists(found, acknowledged), ...(report?.isIntact === true ? [] : ["the chain is broken"])];
  },
};

export const workloads: Readonly<Record<string, Workload>> = { save, edit, create, baseline, export: exports, audit };

import { measuredConstants } from "./measured-constants.ts";
import { assumptions, simulate, type Outcome, type Scenario } from "./simulate.ts";

// Simulates growing numbers of servers, and prints what each needs: pnpm simulate [SEED]

const seed = Number(process.argv[2] ?? 1);

/** What a database and a server can have before they are said to break. */
const limits: Readonly<Record<keyof Outcome, (outcome: Outcome) => boolean>> = {
  connections: ({ connections }) => connections > 500,
  memory: ({ memory }) => memory > 2e9,
  engineUse: ({ engineUse }) => engineUse > 0.7,
  hitRate: ({ hitRate }) => hitRate < 0.97,
  answerMs: ({ answerMs }) => answerMs > 250,
  visibleMs: ({ visibleMs }) => visibleMs > 1000,
  databaseBytes: ({ databaseBytes }) => databaseBytes > 2e12,
};

const layouts: Readonly<Record<string, (servers: number) => Pick<Scenario, "routing" | "databases">>> = {
  "any server answers": () => ({ routing: "any", databases: 1 }),
  "a project has few servers": () => ({ routing: "by project", databases: 1 }),
  "10 servers a database": (servers) => ({ routing: "by project", databases: Math.max(1, Math.round(servers / 10)) }),
};

const number = new Intl.NumberFormat("en", { maximumSignificantDigits: 3 });
const show: Readonly<Record<keyof Outcome, (value: number) => string>> = {
  connections: (value) => number.format(value),
  memory: (value) => `${number.format(value / 1e9)} GB`,
  engineUse: (value) => `${number.format(value * 100)} %`,
  hitRate: (value) => `${number.format(value * 100)} %`,
  answerMs: (value) => `${number.format(value)} ms`,
  visibleMs: (value) => `${number.format(value)} ms`,
  databaseBytes: (value) => `${number.format(value / 1e9)} GB`,
};
const columns = Object.keys(limits) as (keyof Outcome)[];

console.log(`Seed ${seed}. ${JSON.stringify(assumptions)}`);
for (const [layout, layoutFor] of Object.entries(layouts)) {
  console.log(
    `\n## ${layout}\n\n| servers | rules | ${columns.join(" | ")} |\n| --- | --- | ${columns.map(() => "---").join(" | ")} |`,
  );
  for (const servers of [3, 10, 30, 100, 300, 1000, 3000, 10_000]) {
    const rules = servers * 10_000;
    const outcome = simulate({ servers, rules, seed, ...layoutFor(servers) }, measuredConstants);
    const cells = columns.map((column) => {
      // Then the times depend on how long it has been simulated.
      if (outcome.engineUse > 1 && ["hitRate", "answerMs", "visibleMs"].includes(column)) return "**falls behind**";
      const text = show[column](outcome[column]);
      return limits[column](outcome) ? `**${text}**` : text;
    });
    console.log(`| ${number.format(servers)} | ${rules.toExponential(0)} | ${cells.join(" | ")} |`);
  }
}

import { describe, expect, it } from "vitest";
import { createProgressLine, type ProgressLine } from "./progress-line.ts";
import type { Terminal } from "./terminal.ts";

const clear = "\r\u001B[K";

function createLine(changed: Partial<Terminal> = {}): ProgressLine & { readonly written: string[]; at: (time: number) => void } {
  const written: string[] = [];
  let time = 0;
  const write = (text: string): void => void written.push(text);
  const line = createProgressLine({
    env: {},
    cwd: "/",
    interactive: true,
    out: write,
    err: write,
    readInput: async () => "",
    ask: async () => false,
    askText: async () => "",
    interrupted: async () => undefined,
    now: () => time,
    ...changed,
  });
  return { ...line, written, at: (next) => (time = next) };
}

describe("the progress of a command", () => {
  it("is shown after a second, and updated at most ten times a second", () => {
    const { show, at, written } = createLine();
    for (const time of [0, 500, 999, 1000, 1050, 1100]) {
      at(time);
      show({ step: "Reading rules", done: time, total: 2000 });
    }
    expect(written).toEqual([
      `${clear}Reading rules [##########----------] 1,000 of 2,000`,
      `${clear}Reading rules [###########---------] 1,100 of 2,000`,
    ]);
  });

  it("has no bar while the total is unknown", () => {
    const { show, at, written } = createLine();
    show({ step: "Searching directories", done: 0 });
    at(1000);
    show({ step: "Searching directories", done: 20_000 });
    expect(written).toEqual([`${clear}Searching directories: 20,000`]);
  });

  it("is cleared before anything else is written or asked, and is then hidden for a second", async () => {
    const { show, at, written, terminal } = createLine({ ask: async () => (written.push("asked"), true) });
    const showAt = (time: number): void => {
      at(time);
      show({ step: "Reading rules", done: 1, total: 1 });
    };
    const shown = `${clear}Reading rules [####################] 1 of 1`;
    showAt(0);
    showAt(1000);
    terminal.out("answer\n");
    showAt(1500);
    terminal.err("note\n");
    showAt(1600);
    showAt(2600);
    await terminal.ask("Continue?", true);
    expect(written).toEqual([shown, clear, "answer\n", "note\n", shown, clear, "asked"]);
  });

  it("fits into one line", () => {
    const { show, at, written } = createLine({ columns: 10 });
    show({ step: "Reading rules", done: 0, total: 2000 });
    at(1000);
    show({ step: "Reading rules", done: 1000, total: 2000 });
    expect(written).toEqual([`${clear}1,000 of 2`]);
  });

  it("is hidden if standard error is no terminal", () => {
    const { show, at, written } = createLine({ showsProgress: false });
    show({ step: "Reading rules", done: 0 });
    at(9000);
    show({ step: "Reading rules", done: 1 });
    expect(written).toEqual([]);
  });
});

import { describe, expect, it } from "vitest";
import { buildRule } from "../../test/rules.ts";
import { ChangeLog } from "./change-log.ts";

const record = (id: string, before?: string) =>
  ({
    id,
    before: before === undefined ? undefined : buildRule({ id, name: before }),
    after: { rule: buildRule({ id, name: id }), revision: "1" },
  }) as never;
const changedIn = (log: ChangeLog, token: string) => {
  const change = log.since(token);
  return change.kind === "changed" ? (change as unknown as { changed: readonly string[] }) : change.kind;
};

describe("the changes of a store", () => {
  it("have a position after each write", () => {
    const log = new ChangeLog("e");
    expect(log.token).toBe("e:0");
    expect(log.add([record("a"), record("b")])).toBe("e:1");
    expect(log.add([])).toBe("e:2");
    expect(log.token).toBe("e:2");
  });

  it.each(["", "e", "e:", "e:3", "e:-1", "e:1.5", "e:01", "f:1", "e:x"])("start again after the unknown position %j", (token) => {
    const log = new ChangeLog("e");
    log.add([record("a")]);
    log.add([record("b")]);
    expect(log.since(token)).toEqual({ kind: "reset", token: "e:2" });
  });

  it("are those after a position", () => {
    const log = new ChangeLog("e");
    log.add([record("a")]);
    log.add([record("b")]);
    expect(log.since("e:1")).toMatchObject({ kind: "changed", after: "e:1", token: "e:2" });
    expect(JSON.stringify(log.since("e:0"))).toMatch(/"a".*"b"/);
    expect(JSON.stringify(log.since("e:1"))).not.toContain('"a"');
    expect(JSON.stringify(log.since("e:2"))).not.toContain('"b"');
  });

  it.each([
    [3, 6, "changed"],
    [3, 7, "reset"],
    [undefined, 2000, "changed"],
    [undefined, 2001, "reset"],
  ])("are remembered, at least %s of them: after %i changes, the first position leads to a %s", (max, count, kind) => {
    const log = new ChangeLog("e", max);
    for (let at = 0; at < count; at += 1) log.add([record(`r${at}`)]);
    expect(log.since("e:0").kind).toBe(kind);
    const start = count - (max ?? 1000);
    expect(log.since(`e:${start}`).kind).toBe("changed");
    expect(log.since(`e:${start - 1}`).kind).toBe(kind);
    expect(changedIn(log, `e:${count}`)).toBeDefined();
  });
});

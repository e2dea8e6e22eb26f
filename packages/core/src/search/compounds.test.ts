import { describe, expect, it } from "vitest";
import { buildRule } from "../../test/rules.ts";
import { CompoundFinder } from "./compounds.ts";
import { RuleSearchIndex } from "./rule-search-index.ts";

/** Finds the terms of a corpus that count as a word of a text. */
function find(text: string, word: string, ...terms: readonly string[]): readonly string[] {
  return new CompoundFinder(text, { frequencyOf: (term) => (terms.includes(term) ? 1 : 0) }).find(word);
}

describe("compounds", () => {
  it.each([
    ["Betrag der Rechnung", "betrag", "rechnungsbetrag"],
    ["der Betrag auf jeder Rechnung", "rechnung", "rechnungsbetrag"],
    ["Verbindung zur Datenbank", "verbindung", "datenbankverbindung"],
    ["the data base", "base", "database"],
    ["a work flow", "work", "workflow"],
  ])("of the words of %j are found for %s", (text, word, compound) => {
    expect(find(text, word, compound)).toEqual([compound]);
  });

  it.each([
    ["rechnungsbetrag", ["rechnung", "betrag"]],
    ["datenbankverbindung", ["datenbank", "verbindung"]],
    ["workflow", ["work", "flow"]],
  ])("%s are found by their parts, if rules contain both", (word, parts) => {
    expect(find(word, word, ...parts)).toEqual(parts);
    for (const part of parts) expect(find(word, word, part)).toEqual([]);
  });

  it("have nothing but the endings of German between their words", () => {
    expect(find("rechnungsbetrag", "rechnungsbetrag", "rechnung", "betrag")).toEqual(["rechnung", "betrag"]);
    expect(find("rechnungxbetrag", "rechnungxbetrag", "rechnung", "betrag")).toEqual([]);
  });

  it("have words of at least four letters that are near one another, in a script with spaces", () => {
    expect(find("one log in", "log", "login")).toEqual([]);
    expect(find("data about every single customer base", "base", "database")).toEqual([]);
    expect(find("データ ベース", "ベース", "データベース")).toEqual([]);
  });
});

describe("a search", () => {
  const index = new RuleSearchIndex();
  for (const [name, content] of [
    ["amounts", "Speichere jeden Rechnungsbetrag in Cent."],
    ["connections", "Schließe die Verbindung zur Datenbank nach der Anfrage."],
    ["colours", "Nutze Blau für Knöpfe."],
  ] as const) {
    const rule = buildRule({ id: name, name, content });
    index.set({ rule, revision: "1", cursor: name });
  }

  it.each([
    ["Betrag einer Rechnung", ["amounts"]],
    ["Datenbankverbindung", ["connections"]],
    ["Betrag", []],
  ])("for %j finds %j", async (text, expected) => {
    const { hits } = await index.search({ text });
    expect(hits.map(({ stored }) => stored.rule.id)).toEqual(expected);
  });
});

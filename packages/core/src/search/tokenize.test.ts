import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { anyText } from "../../test/arbitraries.ts";
import { maxTokenLength, tokenize } from "./tokenize.ts";

describe("identifiers", () => {
  it.each([
    ["parseHTTPRequest2", ["parsehttprequest2", "par", "http", "request", "2"]],
    ["snake_case_name", ["snakecasenam", "snake", "case", "name"]],
    ["kebab-case", ["kebabca", "kebab", "case"]],
    ["os.path.join", ["ospathjoin", "os", "path", "join"]],
    ["__init__", ["init"]],
    ["foo__bar", ["foobar", "foo", "bar"]],
    ["userID", ["userid", "user", "id"]],
    ["URLs", ["url"]],
    ["utf8", ["utf8", "utf", "8"]],
    ["Ärger2Test", ["arger2test", "arger", "2", "test"]],
  ])("of %s are found as a whole and by their parts", (text, expected) => {
    expect(tokenize(text)).toEqual(expected);
  });

  it.each([
    ["C++", "cplusplu"],
    ["C++11", "cplusplu"],
    ["C#", "csharp"],
    [".NET", "dotnet"],
    ["node.js", "nodej"],
    ["*.tsx", "dottsx"],
    ["src/**/*.tsx", "tsx"],
  ])("%s is found as typed", (text, token) => {
    expect(tokenize(text)).toContain(token);
  });

  it.each(["a+b", "page#top", "../src", "1.5", "# Title", "end. Start", "x +y"])("%s has no special name", (text) => {
    expect(tokenize(text).join(" ")).not.toMatch(/plus|sharp|dot/);
  });

  it("written in different styles have the same token", () => {
    const [whole] = tokenize("maxRetryCount");
    for (const style of ["max_retry_count", "max-retry-count", "MaxRetryCount", "MAX_RETRY_COUNT", "maxretrycount"]) {
      expect(tokenize(style)).toContain(whole);
    }
  });
});

describe("the ends of words", () => {
  it.each([
    ["Aa Zz", ["aa", "zz"]],
    ["aZ zA", ["az", "a", "z", "za", "z", "a"]],
    ["AB", ["ab"]],
    ["a,b`c\nd e", ["a", "b", "c", "d", "e"]],
    ["end. Next", ["end", "next"]],
    ["end.", ["end"]],
    ["end.\nnext", ["end", "next"]],
    ["a.b", ["ab", "a", "b"]],
    ["a;b", ["a", "b"]],
    ["a-b_c.d", ["abcd", "a", "b", "c", "d"]],
    ["a--b", ["a", "b"]],
    ["a__b", ["ab", "a", "b"]],
    ["a_-b", ["a", "b"]],
    ["a-", ["a"]],
    ["a_", ["a"]],
    ["user's", ["user"]],
    ["l'adresse", ["ladress", "adress"]],
    ["l'ad", ["lad"]],
    [".net", ["dotnet", "net"]],
    ["..net", ["net"]],
    [".5", ["5"]],
    ["a.net", ["anet", "a", "net"]],
    ["x++", ["xplusplu", "x"]],
    ["x+++", ["x"]],
    ["x#", ["xsharp", "x"]],
    ["x#y", ["x", "y"]],
    ["x#1", ["x", "1"]],
    ["a\u{1d400}b", ["aab", "a", "ab"]],
    ["\u{10400}a\u{10400}", ["\u{10428}a\u{10428}", "\u{10428}a", "\u{10428}"]],
    ["中", ["中"]],
    ["中文字", ["中文", "文字"]],
    ["中a文", ["中", "a", "文"]],
    ["\u{20000}\u{20001}\u{20002}", ["\u{20000}\u{20001}", "\u{20001}\u{20002}"]],
    ["กขคง", ["กขค", "ขคง"]],
    ["กข", ["กข"]],
    ["aB2c", ["ab2c", "a", "b", "2", "c"]],
    ["IDs", ["id"]],
    ["IDsX", ["idsx", "id", "x"]],
    ["IDsx", ["idsx", "i", "dsx"]],
    ["HTTPServer", ["httpserver", "http", "server"]],
  ])("of %j", (text, tokens) => expect(tokenize(text)).toEqual(tokens));

  it.each([
    ["a".repeat(64), ["a".repeat(64)]],
    ["a".repeat(65), ["a".repeat(64)]],
    [`${"\u{10428}".repeat(31)}xx\u{10428}`, [`${"\u{10428}".repeat(31)}xx`]],
    [`${"\u{10428}".repeat(31)}x\u{10428}`, [`${"\u{10428}".repeat(31)}x`]],
    [`${"a".repeat(32)}_${"b".repeat(32)}`, ["a".repeat(32) + "b".repeat(32), "a".repeat(32), "b".repeat(32)]],
    [`${"a".repeat(32)}_${"b".repeat(33)}`, ["a".repeat(32), "b".repeat(33)]],
  ])("of more than 64 characters are cut: %.70s", (text, tokens) => expect(tokenize(text)).toEqual(tokens));
});

describe("words", () => {
  it.each([
    ["Straße", "STRASSE"],
    ["naïve", "naive"],
    ["Příliš žluťoučký kůň", "prilis zlutoucky kun"],
    ["İstanbul", "istanbul"],
    ["Ελλάς", "ΕΛΛΑΣ"],
    ["łódź", "LODZ"],
    ["œuvre", "oeuvre"],
    ["ＴｙｐｅＳｃｒｉｐｔ", "TypeScript"],
    ["ﬁle", "file"],
    ["ﾃﾞｰﾀ", "データ"],
    ["ёлка", "елка"],
    ["مُحَمَّد", "محمد"],
    ["tests", "testing"],
    ["policies", "policy"],
    ["co\u00adoperate", "cooperate"],
  ])("%s and %s are the same", (left, right) => {
    expect(tokenize(left)).toEqual(tokenize(right));
    expect(tokenize(left)).not.toEqual([]);
  });

  it.each([
    ["が", "か"],
    ["й", "и"],
    ["कि", "क"],
    ["ไม้", "ไม"],
    ["도", "돈"],
  ])("%s and %s are different", (left, right) => {
    expect(tokenize(left)).not.toEqual(tokenize(right));
  });

  it("leaves out the letters that an apostrophe separates", () => {
    expect(tokenize("the user's l'adresse")).toEqual(["the", "user", "ladress", "adress"]);
  });

  it("repeats a word as often as it occurs", () => {
    expect(tokenize("Log, log and LOG")).toEqual(["log", "log", "and", "log"]);
  });
});

describe("scripts without spaces", () => {
  it.each([
    ["数据库迁移", ["数据", "据库", "库迁", "迁移"]],
    ["テスト", ["テス", "スト"]],
    ["한국어", ["한국", "국어"]],
    ["库", ["库"]],
    ["𠮷野家", ["𠮷野", "野家"]],
    ["ทดสอบ", ["ทดส", "ดสอ", "สอบ"]],
    ["TypeScriptの型", ["typescript", "type", "script", "の型"]],
  ])("%s is split into groups of characters", (text, expected) => {
    expect(tokenize(text)).toEqual(expected);
  });
});

const identifier = fc.string({ unit: fc.constantFrom(..."aBzÉß2_-.'’+#й이あ゙กि😀 \ud800"), maxLength: 30 });

describe("for any text", () => {
  it("a word has the same tokens before a space as before another character", () => {
    fc.assert(
      fc.property(fc.stringMatching(/^\.?[a-zA-Z]{1,70}$/), fc.constantFrom(".", ",", "`", ". ", "\n"), (word, end) => {
        expect(tokenize(`${word}${end}`)).toEqual(tokenize(`${word};`));
        expect(tokenize(` ${word}`)).toEqual(tokenize(`(${word})`));
      }),
    );
  });

  it("tokens consist of letters, digits and marks, and are short", () => {
    fc.assert(
      fc.property(fc.oneof(anyText, identifier), (text) => {
        for (const token of tokenize(text)) {
          expect(token).toMatch(/^[\p{L}\p{N}\p{M}]+$/u);
          expect(token.length).toBeLessThanOrEqual(maxTokenLength);
        }
      }),
    );
  });

  it("each token finds itself", () => {
    fc.assert(
      fc.property(fc.oneof(anyText, identifier), (text) => {
        for (const token of tokenize(text)) expect(tokenize(token)).toContain(token);
      }),
    );
  });

  it("case and accents do not count in words", () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[a-zéüñčř]{1,12}$/), (word) => {
        expect(tokenize(word.toUpperCase())).toEqual(tokenize(word));
        expect(tokenize(word.normalize("NFD"))).toEqual(tokenize(word));
      }),
    );
  });

  it.each([
    ["one letter", "a"],
    ["one letter in upper case", "A"],
    ["alternating case", "aA"],
    ["joined letters", "a-"],
    ["underscores", "_"],
    ["unpaired surrogates", "\ud800"],
    ["combining marks in the wrong order", "\u0301\u0327"],
    ["vowel signs", "\u0ccb\u0323"],
    ["Chinese", "数据"],
    ["Thai", "ก็"],
    ["dots", ".a"],
    ["plus signs", "a+"],
  ])("1 MB of %s is split in linear time", (_, unit) => {
    const tokens = tokenize(unit.repeat(1_000_000 / unit.length));
    expect(tokens.length).toBeLessThanOrEqual(1_000_001);
  });
});

import type { ValueFormat } from "@precept/contract/values";
import { anyCodePoint } from "@precept/testing";
import * as fc from "fast-check";
import { crc32 as zlibCrc32 } from "node:zlib";
import { describe, expect, it } from "vitest";
import { crc32 } from "./crc32.ts";
import { valueFormats } from "./value-formats.ts";

function base64url(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString("base64url");
}

/** Values from public documentation and standards. Tokens are in parts, so that scanners do not report them. */
const cases: Readonly<Record<ValueFormat, { readonly valid: readonly string[]; readonly invalid: readonly string[] }>> = {
  crc32_base62: {
    valid: [
      ["gh", "p_zQWBuTSOoRi4A9spHcVY5ncnsDkxkJ", "0mLq17"].join(""),
      ["a_b_zQWBuTSOoRi4A9spHcVY5ncnsDkxkJ", "0mLq17"].join(""),
    ],
    invalid: [
      ["gh", "p_zQWBuTSOoRi4A9spHcVY5ncnsDkxkJ", "0mLq18"].join(""),
      "ghp_",
      "",
      "ghp_zQWBuTSOoRi4-9spHcVY5ncnsDkxkJ0mLq17",
    ],
  },
  bech32: {
    valid: ["A12UEL5L", "a12uel5l", "?1ezyfcl", "split1checkupstagehandshakeupstreamerranterredcaperred2y9e3w"],
    invalid: ["A12UEL5M", "A12uEL5L", "1nwldj5", "li1dgmt3", "pzry9x0s0muk", "x1b4n0q5v"],
  },
  jwt: {
    valid: [`${base64url({ alg: "RS256" })}.${base64url({ sub: "7" })}.c2ln`],
    invalid: [
      `${base64url({ alg: "none" })}.${base64url({ sub: "7" })}.c2ln`,
      `${base64url({ alg: "RS256" })}.${base64url({ sub: "7" })}.`,
      `${base64url({ alg: "RS256" })}.${base64url({ sub: "7" })}`,
      `${base64url({ alg: "RS256" })}.${base64url("text")}.c2ln`,
      `${base64url({ typ: "JWT" })}.${base64url({ sub: "7" })}.c2ln`,
      `${base64url({ alg: "RS256" })}.${base64url({ sub: "7" })}.c2ln.c2ln`,
      "eyJub3QgSlNPTg.eyJub3QgSlNPTg.c2ln",
    ],
  },
  base64_json: {
    valid: [base64url({ url: "https://example.com" }), Buffer.from('{"a":"??>"}').toString("base64")],
    invalid: [base64url([1]), base64url(null), "eyJhIjox", "", "not Base64!"],
  },
  luhn: {
    valid: ["4242 4242 4242 4242", "378282246310005", "6011-1111-1111-1117"],
    invalid: ["4242 4242 4242 4241", "0000000000000000", "42", "4242.4242.4242.4242"],
  },
  iban: {
    valid: ["GB82 WEST 1234 5698 7654 32", "DE89370400440532013000", "gb82west12345698765432"],
    invalid: ["GB82 WEST 1234 5698 7654 33", "GB82", "8282 WEST 1234 5698 7654 32"],
  },
};

describe.each(Object.entries(cases))("the format %s", (name, { valid, invalid }) => {
  const isValid = valueFormats[name as ValueFormat];

  it("accepts valid values", () => expect(valid.filter((value) => !isValid(value))).toEqual([]));

  it("refuses invalid ones", () => expect(invalid.filter(isValid)).toEqual([]));

  it("never throws, for any text", () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCodePoint, maxLength: 200 }), (text) => {
        expect(isValid(text)).toBeTypeOf("boolean");
      }),
    );
  });

  it("refuses a valid value with one changed character", () => {
    // A changed name or signature does not make JSON invalid.
    if (name === "jwt" || name === "base64_json") return;
    const value = valid[0] ?? "";
    fc.assert(
      fc.property(fc.integer({ min: 5, max: value.length - 1 }), fc.constantFrom(..."0123456789"), (at, digit) => {
        const changed = value.slice(0, at) + digit + value.slice(at + 1);
        fc.pre((name === "bech32" ? /\w/ : /\d/).test(value.charAt(at)) && changed !== value);
        expect(isValid(changed)).toBe(false);
      }),
    );
  });
});

it("the CRC-32 of an ASCII text equals zlib's", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary-ascii" }), (text) => {
      expect(crc32(text)).toBe(zlibCrc32(text));
    }),
  );
});

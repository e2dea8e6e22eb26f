const escapes: Record<string, string> = { n: "\n", t: "\t", r: "\r", f: "\f", v: "\v", "\\": "\\", a: "", b: "", c: "", e: "" };

/** Decodes `\\n`, `\\x41` and similar escapes as `echo -e` does. */
export function decodeEscapes(text: string): string {
  return text.replace(
    /\\(?:x([0-9A-Fa-f]{1,2})|u([0-9A-Fa-f]{1,4})|0?([0-7]{1,3})|(.))/gs,
    (whole: string, hex?: string, unicode?: string, octal?: string, letter: string = "") => {
      const hexadecimal = hex ?? unicode;
      if (hexadecimal !== undefined) return String.fromCharCode(Number.parseInt(hexadecimal, 16));
      if (octal !== undefined) return String.fromCharCode(Number.parseInt(octal, 8) & 0xff);
      return escapes[letter] ?? whole;
    },
  );
}

/** Decodes Base64. Undefined if there is no text, or it is not Base64. */
export function decodeBase64(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const compact = text.replace(/\s+/g, "").replaceAll("-", "+").replaceAll("_", "/");
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(compact)) return undefined;
  return toText(base64Bytes(compact.replace(/=+$/, "")));
}

const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

function base64Bytes(text: string): Uint8Array {
  const bytes = new Uint8Array(Math.floor((text.length * 3) / 4));
  let bits = 0;
  let count = 0;
  let at = 0;
  for (const character of text) {
    bits = ((bits << 6) | alphabet.indexOf(character)) & 0xffff;
    count += 6;
    if (count >= 8) {
      count -= 8;
      bytes[at] = (bits >> count) & 0xff;
      at += 1;
    }
  }
  return bytes;
}

/** Decodes hexadecimal digits as `xxd -r` does. Undefined if there is no text, or it has other characters. */
export function decodeHex(text: string | undefined): string | undefined {
  // `xxd -r` without `-p` reads lines with an offset and the text with it.
  const digits = text?.replace(/^[0-9a-f]+:((?: [0-9a-f]{2,4})+)(?:  .*)?$/gim, "$1").replace(/(?:0x|\\x|\s)+/gi, "");
  if (digits === undefined || !/^(?:[0-9A-Fa-f]{2})+$/.test(digits)) return undefined;
  return toText(Uint8Array.from({ length: digits.length / 2 }, (_, at) => Number.parseInt(digits.slice(at * 2, at * 2 + 2), 16)));
}

/** One character per byte, because command names are ASCII. */
function toText(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
}

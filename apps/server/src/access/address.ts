import { isIPv4, isIPv6 } from "node:net";

/** Whether an address is one of this machine's loopback interface. */
export function isLoopback(address: string): boolean {
  const plain = withoutMapping(address);
  return plain === "::1" || (isIPv4(plain) && plain.startsWith("127."));
}

/** Returns what an address is limited by: of IPv6 the first 64 bits, because a client has all the others. */
export function networkOf(address: string): string {
  const plain = withoutMapping(address);
  if (!isIPv6(plain)) return plain;
  // The URL has the shortest notation, in hexadecimal.
  const [head = "", tail] = new URL(`http://[${plain.replace(/%.*$/, "")}]`).hostname.slice(1, -1).split("::");
  const before = groupsOf(head);
  const after = groupsOf(tail ?? "");
  const zeros = Array.from({ length: 8 - before.length - after.length }, () => "0");
  return [...before, ...zeros, ...after].slice(0, 4).join(":");
}

function groupsOf(text: string): readonly string[] {
  return text === "" ? [] : text.split(":");
}

/** Converts an IPv4 address in the notation of IPv6, as servers that listen on both see it. */
function withoutMapping(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.)/i, "");
}

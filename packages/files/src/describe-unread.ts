import { formatNumber } from "@precept/core";
import { messageOf } from "./failure.ts";
import type { FileContent } from "./read-file.ts";

/** Describes why a file was not read, as the end of a sentence. */
export function describeUnread(content: Exclude<FileContent, { kind: "bytes" }>): string {
  switch (content.kind) {
    case "missing":
      return "it does not exist";
    case "tooLarge":
      return `its size of ${formatNumber(content.size)} bytes exceeds the limit`;
    case "notRegular":
      return "it is not a regular file";
    case "refused":
      return content.error.details.reason;
    case "unreadable":
      return messageOf(content.error);
  }
}

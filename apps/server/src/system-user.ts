import { userInfo } from "node:os";
import { userIdPattern } from "@precept/workspace";

/** The user of the operating system. Undefined if it has no name, or one that cannot be a user id. */
export function systemUser(): string | undefined {
  try {
    const { username } = userInfo();
    return userIdPattern.test(username) ? username : undefined;
  } catch {
    return undefined;
  }
}

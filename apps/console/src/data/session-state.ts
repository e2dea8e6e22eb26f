import { signal } from "@preact/signals";
import type { LoginProblem, LoginState, Role, WireRule } from "@precept/contract";
import { hasRole, roleToWrite } from "@precept/contract/values";
import { role } from "./projects.ts";

/** Whether the server accepts the requests of this page. */
export type Session =
  | { readonly state: "starting" }
  | { readonly state: "out"; readonly reason?: string; readonly loginProblem?: LoginProblem }
  | { readonly state: "in"; readonly login: LoginState }
  /** The page is a snapshot, which has no server. */
  | { readonly state: "snapshot" };

export const session = signal<Session>({ state: "starting" });

/** Called when the server refuses a request because the session has ended. */
export function sessionEnded(): void {
  if (session.value.state === "in") session.value = { state: "out", reason: "The session has ended." };
}

/** Whether the user may change a rule. Buttons for what a user may not do are not shown. */
export function mayEdit({ scope, user_id: owner }: Pick<WireRule, "scope" | "user_id">): boolean {
  if (session.value.state !== "in") return false;
  return hasUserRole(roleToWrite(scope, owner !== null && owner === session.value.login.user));
}

/** Whether the user has a role, or a higher one, in the shown project. */
function hasUserRole(required: Role): boolean {
  return session.value.state === "in" && role.value !== undefined && hasRole(role.value, required);
}

/** Whether the user may write policies, which count until the server restarts. */
export function isEditor(): boolean {
  return hasUserRole("editor");
}

/** Whether the user may see sessions, settings and the audit log. */
export function isAdmin(): boolean {
  return hasUserRole("admin");
}

/** Whether the user may answer the questions of agents. */
export function mayAnswer(): boolean {
  return isAdmin() && session.value.state === "in" && session.value.login.answers_approvals;
}

export function isSnapshot(): boolean {
  return session.value.state === "snapshot";
}

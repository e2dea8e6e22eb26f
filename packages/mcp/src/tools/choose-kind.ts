import { strictestAction, subjectKinds, type Subject } from "@precept/governance";
import type { HostCheckOptions, RuleEngineHost } from "../host/rule-engine-host.ts";

/**
 * Decides what a text is if the client does not say so, by its `subject` or its file: what has the strictest decision. A command that a client sends as bare
 * text is so stopped like a command. If several have it, the text is the first of them in the order of `subjectKinds`.
 */
export async function chooseKind(host: RuleEngineHost, subject: Subject, options: HostCheckOptions): Promise<Subject> {
  if (subject.kind !== undefined || subject.file !== undefined) return subject;
  let strictest = { subject, action: (await host.check(subject, options)).action };
  for (const kind of subjectKinds) {
    const { action } = await host.check({ ...subject, kind }, options);
    if (action !== strictest.action && strictestAction([action, strictest.action]) === action)
      strictest = { subject: { ...subject, kind }, action };
  }
  return strictest.subject;
}

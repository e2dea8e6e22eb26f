import { Code, ConnectError, type HandlerContext } from "@connectrpc/connect";
import { createMemoryService, PreceptError, withoutUndefined, type MemoryService } from "@precept/core";
import type { Workspace } from "@precept/workspace";
import { principalIn } from "../access/principal.ts";
import { tenantOf, type NamedTenant } from "../access/tenant.ts";
import type { Projects } from "../projects/projects.ts";
import type { ServerParts } from "../app/server-parts.ts";
import { reachPositions } from "../routes/rules/positions.ts";
import { admittedCall, observationOfCall, projectOfCall } from "./call-gate.ts";
import { toConnectError } from "./to-connect-error.ts";

/**
 * Answers a call with the memory service of its project, for the user of its token, whatever its role. The project
 * stays open until the service has finished, even if the client gets its answer earlier. @throws ConnectError
 */
export async function callProject<Response>(
  { projects, log }: Pick<ServerParts, "projects" | "log">,
  { requestHeader, signal, values }: HandlerContext,
  request: NamedTenant,
  call: (service: MemoryService, owned: object, workspace: Workspace) => Promise<Response>,
): Promise<Response> {
  const admitted = values.get(admittedCall);
  if (admitted === undefined) throw new ConnectError("The call was not admitted.", Code.Internal);
  const { requestId } = admitted;
  const serve = async (): Promise<Response> => {
    const projectId = projectOf(requestHeader, projects);
    const principal = principalIn(admitted.principal, projectId);
    if (principal === undefined) throw new PreceptError("PROJECT_UNKNOWN", { project: projectId });
    const { project, release } = await projects.lease(projectId);
    values.set(projectOfCall, projectId);
    try {
      const tenant = await tenantOf({ principal, project, projectIds: projects.ids }, request);
      const { userId, projectId: owner } = tenant;
      const { rulebook, stores } = project.workspace;
      await reachPositions(rulebook, (name) => requestHeader.get(name), { tenant: async () => tenant, signal });
      const tokens = await project.workspace.tokenCounter();
      const service = createMemoryService({ rulebook, stores, tokens, now: () => new Date().toISOString() });
      const owned = { ...request, ...withoutUndefined({ user_id: userId, project_id: owner }) };
      return await call(service, owned, project.workspace);
    } finally {
      release();
    }
  };
  try {
    return await untilAborted(values.get(observationOfCall)?.run(serve) ?? serve(), signal);
  } catch (error) {
    const converted = toConnectError(error, requestId);
    if (converted.code === Code.Internal) log.error({ request_id: requestId, err: error }, "call failed");
    throw converted;
  }
}

function projectOf(header: Headers, projects: Projects): string {
  const id = header.get("precept-project") ?? projects.defaultId;
  if (id === undefined) {
    const reasons = ["the header precept-project is missing, and this server has several projects"];
    throw new PreceptError("REQUEST_INVALID", { reasons });
  }
  return id;
}

/** Waits for a call until the signal is aborted, even if stores ignore it. @throws ConnectError the signal's reason */
function untilAborted<Result>(call: Promise<Result>, signal: AbortSignal): Promise<Result> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(ConnectError.from(signal.reason, Code.Canceled));
    if (signal.aborted) abort();
    signal.addEventListener("abort", abort, { once: true });
    call.then(resolve, reject).finally(() => signal.removeEventListener("abort", abort));
  });
}

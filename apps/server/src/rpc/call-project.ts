import { Code, ConnectError, type HandlerContext } from "@connectrpc/connect";
import { createMemoryService, PreceptError, type MemoryService } from "@precept/core";
import type { Logger } from "pino";
import { mayUseProject, type Principal } from "../access/principal.ts";
import { tenantOf, type NamedTenant } from "../access/tenant.ts";
import type { Projects } from "../projects/projects.ts";
import { admittedCall } from "./admit-calls.ts";
import { projectOfCall } from "./observe-calls.ts";
import { toConnectError } from "./to-connect-error.ts";
import { untilAborted } from "./until-aborted.ts";

export interface CallProjectOptions {
  readonly projects: Projects;
  readonly log: Logger;
}

/**
 * Calls the memory service of a project. The request is that of the client, with the project and the user that it is
 * answered for.
 */
export type CallMemoryService<Response> = (service: MemoryService, request: object) => Promise<Response>;

/**
 * Answers a call with the memory service of its project, for the user of its token. The project stays open until the
 * service has finished, even if the client gets its answer earlier because of its deadline. All roles may make all
 * calls.
 *
 * @throws ConnectError
 */
export async function callProject<Response>(
  { projects, log }: CallProjectOptions,
  { requestHeader, signal, values }: HandlerContext,
  request: NamedTenant,
  call: CallMemoryService<Response>,
): Promise<Response> {
  const admitted = values.get(admittedCall);
  if (admitted === undefined) throw new ConnectError("The call was not admitted.", Code.Internal);
  const { principal, requestId } = admitted;
  const serve = async (): Promise<Response> => {
    const projectId = projectOf(requestHeader, principal, projects);
    const { project, release } = await projects.lease(projectId);
    values.set(projectOfCall, projectId);
    try {
      const { userId, projectId: owner } = await tenantOf({ principal, project, projectIds: projects.ids }, request);
      const { rulebook, stores } = project.workspace;
      const tokens = await project.workspace.tokenCounter();
      const service = createMemoryService({ rulebook, stores, tokens, now: () => new Date().toISOString() });
      const named = { ...(userId !== undefined && { user_id: userId }), ...(owner !== undefined && { project_id: owner }) };
      return await call(service, { ...request, ...named });
    } finally {
      release();
    }
  };
  try {
    return await untilAborted(serve(), signal);
  } catch (error) {
    const converted = toConnectError(error, requestId);
    if (converted.code === Code.Internal) log.error({ request_id: requestId, err: error }, "call failed");
    throw converted;
  }
}

function projectOf(header: Headers, principal: Principal, projects: Projects): string {
  const id = header.get("precept-project") ?? projects.defaultId;
  if (id === undefined) {
    const reasons = ["the header precept-project is missing, and this server has several projects"];
    throw new PreceptError("REQUEST_INVALID", { reasons });
  }
  if (!mayUseProject(principal, id)) throw new PreceptError("PROJECT_UNKNOWN", { project: id });
  return id;
}

import { computed, signal } from "@preact/signals";
import { createClient, type PreceptClient } from "@precept/client";
import type { Role } from "@precept/contract";
import { pageLocation } from "./location.ts";
import { apiUrl, serverUrl } from "./server-address.ts";

/** A project that the user may see. */
export interface UserProject {
  readonly id: string;
  /** The role of the user in it. */
  readonly role: Role;
}

export const projects = signal<readonly UserProject[]>([]);

/** The project that the pages show. Undefined: the server has none for this user. */
export const project = signal<string | undefined>(undefined);

/** The role of the user in the shown project. */
export const role = computed<Role | undefined>(() => projects.value.find(({ id }) => id === project.value)?.role);

/** The client of the shown project. It is set before a page is shown. */
export const client = signal({} as PreceptClient);

/** Lists the projects, and opens the one of the address, or the first. */
export async function openProjects(): Promise<void> {
  const response = await fetch(`${apiUrl}/projects`);
  const found = (await response.json()) as { readonly projects: readonly UserProject[] };
  projects.value = found.projects;
  const wanted = pageLocation.value.params.get("project");
  showProject((projects.value.find(({ id }) => id === wanted) ?? projects.value[0])?.id);
}

export function showProject(id: string | undefined): void {
  project.value = id;
  if (id !== undefined) client.value = createClient({ url: serverUrl, project: id, retry: { attempts: 2 } });
}

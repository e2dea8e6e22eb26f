import { signal } from "@preact/signals";
import { createClient, type PreceptClient } from "@precept/client";
import { pageLocation } from "./location.ts";
import { apiUrl, serverUrl } from "./server-address.ts";

/** The ids of the projects that the user may see. */
export const projects = signal<readonly string[]>([]);

/** The project that the pages show. Undefined: the server has none for this user. */
export const project = signal<string | undefined>(undefined);

/** The client of the shown project. It is set before a page is shown. */
export const client = signal({} as PreceptClient);

/** Lists the projects, and opens the one of the address, or the first. */
export async function openProjects(): Promise<void> {
  const response = await fetch(`${apiUrl}/projects`);
  const found = (await response.json()) as { readonly projects: readonly { readonly id: string }[] };
  projects.value = found.projects.map(({ id }) => id);
  const wanted = pageLocation.value.params.get("project");
  showProject(projects.value.find((id) => id === wanted) ?? projects.value[0]);
}

export function showProject(id: string | undefined): void {
  project.value = id;
  if (id !== undefined) client.value = createClient({ url: serverUrl, project: id, retry: { attempts: 2 } });
}

import type { LoginState } from "@precept/contract";
import { printable } from "@precept/core";
import { useEffect, useRef } from "preact/hooks";
import { connection, followChanges } from "../data/changes.ts";
import { hrefOf, pageLocation } from "../data/location.ts";
import { project, projects, role, showProject } from "../data/projects.ts";
import { logOut } from "../data/session.ts";
import { isSnapshot, session } from "../data/session-state.ts";
import { Badge } from "../parts/badge.tsx";
import { Text } from "../parts/text.tsx";
import { firstPage, visiblePages } from "./pages.ts";
import { chooseTheme, theme, themes } from "./theme.ts";

/** The menu of pages, and what holds for all of them. */
export function Navigation() {
  const pages = visiblePages();
  const current = pageLocation.value.page in pages ? pageLocation.value.page : firstPage;
  const list = useRef<HTMLUListElement>(null);
  // In a narrow window, the menu scrolls. `scrollIntoView` would make the next Tab key start after the link.
  useEffect(() => {
    const link = list.current?.querySelector<HTMLElement>("[aria-current]");
    const menu = list.current?.parentElement;
    if (!link || !menu) return;
    menu.scrollLeft = link.offsetLeft - menu.offsetLeft - (menu.clientWidth - link.offsetWidth) / 2;
  }, [current]);
  return (
    <header class="navigation">
      <div class="brand">
        <svg viewBox="0 0 16 16" width="18" height="18" aria-hidden="true">
          <rect width="16" height="16" rx="4" class="logo-back" />
          <path d="M4 4.5h8M4 8h5.5M4 11.5h7" class="logo-lines" />
        </svg>
        <ProjectName />
      </div>
      <nav aria-label="Pages">
        <ul ref={list}>
          {Object.entries(pages).map(([id, { title }]) => (
            <li key={id}>
              <a href={hrefOf(id)} aria-current={id === current ? "page" : undefined}>
                {title}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <div class="settings">
        {!isSnapshot() && <Connection />}
        <label class="theme">
          <span class="visually-hidden">Color scheme</span>
          <select
            value={theme.value}
            onChange={({ currentTarget }) => chooseTheme(themes[currentTarget.selectedIndex] ?? "system")}
          >
            {themes.map((one) => (
              <option key={one}>{one}</option>
            ))}
          </select>
        </label>
        {session.value.state === "in" && session.value.login.method === "session" && <LogOut login={session.value.login} />}
      </div>
    </header>
  );
}

function ProjectName() {
  if (projects.value.length < 2) return <strong class="project">{printable(project.value ?? "Precept")}</strong>;
  return (
    <label>
      <span class="visually-hidden">Project</span>
      <select
        class="project"
        value={project.value}
        onChange={({ currentTarget }) => {
          showProject(currentTarget.value);
          followChanges();
        }}
      >
        {projects.value.map(({ id }) => (
          <option key={id} value={id}>
            {printable(id)}
          </option>
        ))}
      </select>
    </label>
  );
}

/** Says who is logged in: a link of another user can have logged the browser in. */
function LogOut({ login: { user } }: { readonly login: LoginState }) {
  return (
    <>
      <span class="who">
        {user !== null && <Text value={user} />} <Badge>{role.value ?? ""}</Badge>
      </span>
      <button type="button" onClick={() => void logOut()}>
        Log out
      </button>
    </>
  );
}

const connectionTexts = { connecting: "Connecting", live: "Live", interrupted: "Not connected" } as const;

function Connection() {
  return (
    <span class={`connection ${connection.value}`} role="status">
      <span class="dot" aria-hidden="true" />
      {connectionTexts[connection.value]}
    </span>
  );
}

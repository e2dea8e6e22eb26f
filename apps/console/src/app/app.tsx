import { useEffect } from "preact/hooks";
import { pageLocation } from "../data/location.ts";
import { project } from "../data/projects.ts";
import { session } from "../data/session-state.ts";
import { Empty } from "../parts/section.tsx";
import { Login } from "./login.tsx";
import { Navigation } from "./navigation.tsx";
import { firstPage, visiblePages } from "./pages.ts";

export function App() {
  const { state } = session.value;
  if (state === "starting") return <p class="starting">Opening the console …</p>;
  if (state === "out") return <Login />;
  return (
    <>
      <a class="skip" href="#content" onClick={focusContent}>
        Skip to the content
      </a>
      <div class="frame">
        <Navigation />
        <main id="content" tabIndex={-1}>
          {project.value === undefined ? <Empty>The server has no project that you may see.</Empty> : <CurrentPage />}
        </main>
      </div>
    </>
  );
}

/** A link to `#content` would leave the page, whose pageLocation is in the fragment of the address. */
function focusContent(event: Event): void {
  event.preventDefault();
  document.getElementById("content")?.focus();
}

function CurrentPage() {
  const pages = visiblePages();
  const id = pageLocation.value.page in pages ? pageLocation.value.page : firstPage;
  const page = pages[id];
  useEffect(() => {
    document.title = `${page?.title ?? ""} · ${project.value ?? ""} · Precept`;
  });
  if (page === undefined) return null;
  const { content: Content, title } = page;
  return (
    <>
      <h1 class="visually-hidden">{title}</h1>
      <Content key={`${project.value ?? ""} ${id}`} />
    </>
  );
}

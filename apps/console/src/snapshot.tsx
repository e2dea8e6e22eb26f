import { render } from "preact";
import { App } from "./app/app.tsx";
import { applyTheme } from "./app/theme.ts";
import { client, project, projects } from "./data/projects.ts";
import { session } from "./data/session-state.ts";
import { createSnapshotClient } from "./snapshot/snapshot-client.ts";
import type { SnapshotData } from "./snapshot/snapshot-data.ts";

const root = document.getElementById("app");
const data = document.getElementById("snapshot")?.textContent;
if (root === null || data === undefined) throw new Error("The page has no data.");
const snapshot = JSON.parse(data) as SnapshotData;
client.value = createSnapshotClient(snapshot);
project.value = snapshot.project;
projects.value = [{ id: snapshot.project, role: "reader" }];
session.value = { state: "snapshot" };
applyTheme();
render(<App />, root);

import { render } from "preact";
import { App } from "./app/app.tsx";
import { startSession } from "./data/session.ts";
import { applyTheme } from "./app/theme.ts";

const root = document.getElementById("app");
if (root === null) throw new Error("The page has no element for the console.");
applyTheme();
render(<App />, root);
void startSession();

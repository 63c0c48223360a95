// Starts the dashboard in the page.

import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { App } from "./app.tsx";
import { applyTheme, currentTheme } from "./shell/theme.ts";
import "./styles/theme.css";
import "./styles/base.css";

applyTheme(currentTheme());
const root = document.getElementById("root");
if (root === null) throw new Error("The page has no #root.");
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);

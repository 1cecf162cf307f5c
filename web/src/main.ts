import { mount } from "svelte";
import App from "./App.svelte";
import "./app.css";
import { i18n } from "./i18n/index.svelte";

const LATER = 3000; // milliseconds: what is needed now comes first

void i18n.begin().then(() => mount(App, { target: document.getElementById("app")! }));
/** Without a network there is nothing to be kept: the next visit does it. */
const keep = (): Promise<void> => import("./offline").then(({ keepForLater }) => keepForLater()).catch(() => undefined);
if (import.meta.env.PROD) setTimeout(() => void keep(), LATER);

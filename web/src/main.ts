import { mount } from "svelte";
import App from "./App.svelte";
import "./app.css";
import { i18n } from "./i18n/index.svelte";

const LATER = 3000; // milliseconds: what is needed now comes first

void i18n.begin().then(() => mount(App, { target: document.getElementById("app")! }));
if (import.meta.env.PROD) setTimeout(() => void import("./offline").then(({ keepForLater }) => keepForLater()), LATER);

import { mount } from "svelte";
import App from "./App.svelte";
import "./app.css";
import { i18n } from "./i18n/index.svelte";

void i18n.begin().then(() => mount(App, { target: document.getElementById("app")! }));

/** Which page is shown: the History API, and nothing else. */

export type Route =
  | { page: "home" }
  | { page: "new"; game: string }
  | { page: "here"; game: string }
  | { page: "rules"; game: string }
  | { page: "learn" | "challenge"; game: string }
  | { page: "table"; table: string }
  | { page: "replay"; table: string }
  | { page: "records" }
  | { page: "what-if" }
  | { page: "about" }
  | { page: "account" }
  | { page: "history" }
  | { page: "profile"; id: string }
  | { page: "missing" };

export function parse(path: string): Route {
  let parts: string[];
  try {
    parts = path.split("/").slice(1).map(decodeURIComponent);
  } catch {
    return { page: "missing" }; // a broken escape
  }
  const [first = "", second = "", ...rest] = parts;
  if (rest.some(Boolean)) return { page: "missing" };
  if (!first) return { page: "home" };
  if (first === "replay" && !second) return { page: "records" };
  if (first === "what-if" && !second) return { page: "what-if" };
  if (first === "about" && !second) return { page: "about" };
  if (first === "account" && !second) return { page: "account" };
  if (first === "history" && !second) return { page: "history" };
  if (first === "p" && second) return { page: "profile", id: second };
  if (first === "new" && second) return { page: "new", game: second };
  if (first === "here" && second) return { page: "here", game: second };
  if (first === "rules" && second) return { page: "rules", game: second };
  if ((first === "learn" || first === "challenge") && second) return { page: first, game: second };
  if (first === "t" && second) return { page: "table", table: second };
  if (first === "r" && second) return { page: "replay", table: second };
  return { page: "missing" };
}

class Router {
  path = $state(location.pathname);
  route = $derived(parse(this.path));

  constructor() {
    addEventListener("popstate", () => (this.path = location.pathname));
  }

  go = (path: string, how: "push" | "replace" = "push"): void => {
    if (how === "push") history.pushState(null, "", path);
    else history.replaceState(null, "", path);
    this.path = location.pathname;
    scrollTo(0, 0);
  };

  /** For <a onclick>: a plain click stays in the page. */
  follow = (event: MouseEvent): void => {
    if (event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    const { pathname, search } = event.currentTarget as HTMLAnchorElement;
    this.go(pathname + search);
  };
}

export const router = new Router();

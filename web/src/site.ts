/** Is the page a site of files alone, without a server (`takujo site`)? */
export const site = globalThis.document?.documentElement.hasAttribute("data-site") ?? false;

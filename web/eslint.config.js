import svelte from "eslint-plugin-svelte";
import globals from "globals";
import ts from "typescript-eslint";
import config from "./svelte.config.js";

export default ts.config(
  { ignores: ["node_modules", "src/**/*.gen.ts"] },
  ...ts.configs.recommended,
  ...svelte.configs.recommended,
  { languageOptions: { globals: globals.browser } },
  {
    files: ["**/*.svelte", "**/*.svelte.ts"],
    languageOptions: {
      parserOptions: { parser: ts.parser, svelteConfig: config, extraFileExtensions: [".svelte"] },
    },
  },
  { rules: { "no-undef": "off" } }, // TypeScript looks
  { linterOptions: { noInlineConfig: true } }, // no way round: `any` stays out
);

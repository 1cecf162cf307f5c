/* node node.mjs BUNDLE FOLDER JOBS OUT: the lines of each job, an empty one after each. */

import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const [bundle, folder, jobs, out] = process.argv.slice(2);
const { answered, branches, lines, titleOf, written } = await import(
    pathToFileURL(bundle)
);
const titles = {};
const found = [];
for (const { play, branch, sights, views, game } of JSON.parse(
    await readFile(jobs, "utf-8"),
)) {
    const file = (suffix) => join(folder, `${game}.${suffix}`);
    const script = await import(pathToFileURL(file("mjs")));
    if (play || branch)
        titles[game] ??= await titleOf(await readFile(file("wasm")), script);
    found.push(
        [
            ...(play
                ? lines(titles[game], play)
                : branch
                  ? branches(titles[game], branch)
                  : sights
                    ? written(script, sights)
                    : answered(script, views)),
            "",
        ].join("\n"),
    );
}
await writeFile(out, found.join("\n"));

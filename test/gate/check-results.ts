/**
 * `npm run check:results`: names the figures of docs/results whose bench changed after they were measured. That is
 * a warning and no failure, as only who changed it knows whether they are others now.
 */
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { changedInGit, staleFigures } from "../../bench/entry/stale-figures.ts";

const ROOT = join(import.meta.dirname, "../..");
const changedSince = changedInGit(ROOT);

const pages = globSync("docs/results/*.md", { cwd: ROOT }).toSorted();
const found = pages.flatMap((file) =>
  staleFigures(readFileSync(join(ROOT, file), "utf8"), changedSince).map((each) => ({
    ...each,
    place: `${file}:${each.line + 1}`,
  })),
);
for (const { place, name, day } of found.filter(({ since }) => since === "changed"))
  console.log(`warning: ${place}: figures of ${day}, and the code of bench ${name} changed after`);
const unknown = found.filter(({ since }) => since === "unknown");
if (unknown.length > 0)
  console.log(
    `the history does not reach back to ${unknown.length} of the days of docs/results: whether their benches changed is not known`,
  );

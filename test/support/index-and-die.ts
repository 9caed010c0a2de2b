import { join } from "node:path";
import { openSearchIndex } from "../../lib/adapters/sqlite/search-index.ts";
import { readRun, storedPages } from "../../lib/run/folder/read-run.ts";
import { loadRunProject } from "../../lib/run/folder/run-project.ts";
import { pageTexts, updateIndex } from "../../lib/run/search/update-index.ts";

/** A program that indexes the texts of a run, and is killed when it reads so many pages. */
const [directory = "", count = ""] = process.argv.slice(2);

const run = readRun(directory);
const pageOf = storedPages(run.pages, loadRunProject(directory) ?? {});
let read = 0;
await updateIndex(openSearchIndex(join(directory, "search.sqlite")), {
  records: run.records,
  textsOf: pageTexts,
  page: async (url) => {
    read += 1;
    if (read === Number(count)) process.kill(process.pid, "SIGKILL");
    return (await pageOf(url))?.view;
  },
});

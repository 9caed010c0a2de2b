/** Builds a recorded web with truth and a task from a local clone of a public archive: the scripts are ours, the data are theirs. */
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { writeWarcFile } from "../../../lib/adapters/warc/write-warc-file.ts";
import { canonicalUrl } from "../../../lib/domain/web/url/canonical-url.ts";
import { MDN } from "./mdn.ts";
import { PEPS } from "./peps.ts";
import type { Recipe, RecordedPage } from "./recipe.ts";

/** The recipes, by name. */
export const RECIPES: Readonly<Record<string, Recipe>> = { mdn: MDN, peps: PEPS };

/** Pages that each method of the task may fetch. */
const BUDGET = 200;

/** Largest file that is read, in bytes. */
const MOST_BYTES = 2_000_000;

/** `recipe NAME CLONE OUT`: writes web, truth, project and task into OUT, which `dowser bench OUT/task.yaml` crawls. */
export async function buildRecorded([name = "", clone, out]: readonly string[]): Promise<void> {
  const recipe = RECIPES[name];
  if (recipe === undefined || clone === undefined || out === undefined)
    throw new Error(`recipe NAME CLONE OUT; names: ${Object.keys(RECIPES).join(", ")}`);
  const folder = join(clone, recipe.folder);
  const pages = filesOf(folder).flatMap((path) => {
    const page = recipe.pageOf(path, readFileSync(join(folder, path), "utf8"));
    return page === undefined ? [] : [page];
  });
  if (pages.length === 0)
    throw new Error(`${folder} has no page; it is to be a clone of ${recipe.source}`);
  const all = [...recipe.lists(pages), ...pages];
  mkdirSync(out, { recursive: true });
  await writeWarcFile(join(out, "web.warc.gz"), all.map(recorded), {
    software: "Dowser",
    source: recipe.source,
  });
  const truth = all.map(({ url, truth: said }) => `${JSON.stringify({ url, ...said })}\n`);
  writeFileSync(join(out, "truth.jsonl"), truth.join(""));
  const seeds = { urls: [recipe.seed] };
  const project = { name, need: recipe.need, seeds, politeness: { contact: "you@example.org" } };
  writeFileSync(join(out, "project.yaml"), `${JSON.stringify(project, undefined, 2)}\n`);
  const files = { project: "project.yaml", web: "web.warc.gz", truth: "truth.jsonl" };
  const task = { name, ...files, target: recipe.target, budget: BUDGET, seeds: [1, 2, 3] };
  writeFileSync(join(out, "task.yaml"), `${JSON.stringify(task, undefined, 2)}\n`);
  console.log(
    `${all.length} pages are in ${out}; next: dowser bench ${join(out, "task.yaml")} --strategies auto,best-first`,
  );
}

/** Lists the files below a folder in the order of their names, no hidden ones; no link is followed. */
function filesOf(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.startsWith("."))
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .filter((path) => statSync(join(folder, path)).size <= MOST_BYTES)
    .map((path) => path.replaceAll(sep, "/"))
    .toSorted();
}

function recorded({ url, html }: RecordedPage) {
  const known = canonicalUrl(url);
  if (!known.ok) throw new Error(`${url} is no URL`);
  const headers = [["content-type", "text/html; charset=utf-8"]] as const;
  const head = {
    kind: "page",
    url: known.url,
    status: 200,
    headers,
    mediaType: "text/html",
  } as const;
  const body = new TextEncoder().encode(html);
  return { page: { ...head, charset: "utf-8", body, truncated: false }, fetchedAt: 0 };
}

import { closeSync, openSync } from "node:fs";
import type { Url } from "../../domain/web/url/url.ts";
import { fail } from "../../errors.ts";
import { inspectProject, parseProject } from "../../project/load-project.ts";
import type { Project } from "../../project/project-schema.ts";
import {
  type Click,
  type ClickPaths,
  clickPaths,
  parseClicks,
  pathsInWords,
  type ReadClick,
} from "../../run/crawl/click-trails.ts";
import { pathsText } from "../../run/crawl/paths-file.ts";
import { refuseRunFile } from "../../run/folder/run-database.ts";
import { writeOutput } from "../../run/folder/write-output.ts";
import { pageSource } from "../../run/input/crawl-inputs.ts";
import { type PageReading, readPage } from "../../run/input/read-page.ts";
import { readUrlFile } from "../../run/input/url-file.ts";
import { printNotice } from "../../run/print/print-line.ts";
import { terminal } from "../../run/print/terminal.ts";
import { type OpenedWeb, openWeb } from "../../run/web/open-web.ts";

/** The options of the command line. */
export interface RecordOptions {
  /** Recordings in which the clicks are looked up instead of the live web. */
  readonly web: readonly string[];
  /** Project file whose politeness and `scope.dropParameters` apply. */
  readonly project?: string | undefined;
  /** File for the paths; standard output by default. */
  readonly out?: string | undefined;
}

/** A project without settings: all defaults. */
const NO_PROJECT = "name: paths";

/** Runs `dowser paths record`: turns a list of clicked URLs into click paths, each step a link. */
export async function pathsRecordCommand(file: string, options: RecordOptions): Promise<void> {
  const project =
    options.project === undefined
      ? await parseProject(NO_PROJECT, "")
      : await inspectProject(options.project);
  const name = file === "-" ? "standard input" : file;
  const { dropParameters } = project.scope;
  const clicks = parseClicks(await readUrlFile(file, { mayBePipe: true }), name, {
    dropParameters,
  });
  if (options.out !== undefined) {
    refuseRunFile(options.out);
    closeSync(openSync(options.out, "a"));
  }
  await using opened = await openWeb(project, options.web);
  const { read, unread } = await readClicks(clicks, project, opened);
  const result = clickPaths(read);
  const place = ({ line, url }: Click) => `${name}:${line} ${url}`;
  for (const [click, reason] of unread) printNotice(`${place(click)} could not be read: ${reason}`);
  printTrails(result, place);
  printNotice(pathsInWords(clicks, unread.size, result));
  if (result.paths.length === 0) throw fail("no-click-path/recorded", { name });
  if (options.out === undefined) terminal().stdout.write(pathsText(result.paths));
  else await writeOutput(options.out, [pathsText(result.paths)]);
}

/**
 * Reads the page of each click, once per URL, in order; gives the reason when it could not be read.
 */
async function readClicks(
  clicks: readonly Click[],
  project: Project,
  opened: OpenedWeb,
): Promise<{ readonly read: ReadClick[]; readonly unread: ReadonlyMap<Click, string> }> {
  const source = pageSource(project, opened);
  const { dropParameters } = project.scope;
  const readings = new Map<Url, PageReading>();
  const read: ReadClick[] = [];
  const unread = new Map<Click, string>();
  for (const click of clicks) {
    const reading =
      readings.get(click.url) ?? (await readPage(click.url, source, { dropParameters }));
    readings.set(click.url, reading);
    if (reading.kind === "unread") unread.set(click, reading.reason);
    else read.push(readClick(click, reading, opened));
  }
  return { read, unread };
}

function readClick(
  click: Click,
  { view, names }: Extract<PageReading, { kind: "page" }>,
  { web }: OpenedWeb,
): ReadClick {
  const links = new Set(view.anchors.map(({ url }) => web.identify(url)));
  return { ...click, page: view.url, names, links };
}

function printTrails({ unlinked, pathless }: ClickPaths, place: (click: Click) => string): void {
  for (const click of unlinked) {
    printNotice(`${place(click)} is linked from no page before it: taken as a start page`);
  }
  for (const click of pathless) {
    printNotice(
      `${place(click)} is a start page ${click.isTarget ? "and not relevant" : "that no path begins at"}`,
    );
  }
}

/** Tools that write into the user's folder: labels, and files of an export. */
import { existsSync, mkdirSync, statSync } from "node:fs";
import { join, posix } from "node:path";
import { z } from "zod";
import { systemClock } from "../adapters/system-clock.ts";
import { labelOfWord } from "../domain/methods/label-need.ts";
import { fail } from "../errors.ts";
import { exportCommand } from "../run/export/export.ts";
import { EXPORT_FORMATS } from "../run/export/export-format.ts";
import { readRun } from "../run/folder/read-run.ts";
import { addLabels, labelledRun, pageFinder } from "../run/judge/named-pages.ts";
import { FORMATS } from "../workbench/host/downloads.ts";
import { runName } from "./crawl-tools.ts";
import { visibleText } from "./from-web.ts";
import { directoryOf } from "./run-of-agent.ts";
import { agentTool } from "./tool.ts";

/** Folder of the files, beside the runs. */
const EXPORTS = "exports";

const labelPage = agentTool({
  name: "label_page",
  title: "Label a page",
  description:
    "Says of a stored page that it is what the crawl looks for, or is not; the crawl learns from it, half as much as from a person's label, and a person's label stays above it. It counts in no figure of precision. It asks the user.",
  does: "write",
  input: z.strictObject({
    run: runName,
    url: z.string().min(1).max(8_000).describe("Address of a page of the run."),
    label: z.enum(["good", "bad"]),
    note: z.string().max(500).optional().describe("Why."),
  }),
  output: { run: z.string(), label: z.string(), source: z.literal("agent") },
  run: async ({ host, ask, agent }, { run: name, url: text, label, note }) => {
    const directory = directoryOf(host.folder, name);
    await using run = readRun(directory);
    const labelled = labelledRun(directory, run);
    const url = await pageFinder(labelled)(text);
    if (url === undefined) throw fail("page-not-stored", { text, offer: "" });
    await ask(`label a page of ${name} ${label}: ${url}`);
    const why = note === undefined || note === "" ? {} : { note: visibleText(note) };
    const by = agent === "" ? {} : { by: agent };
    const said = { label: labelOfWord(label) ?? 0, source: "agent" as const, ...by, ...why };
    await addLabels(labelled, [{ at: systemClock.now(), url, ...said }]);
    return {
      says: `Labelled ${label}, as an agent's: a running crawl takes it up at once, a paused one when it resumes.`,
      data: { run: name, label, source: "agent" },
      fromWeb: { url },
    };
  },
});

const exportCorpus = agentTool({
  name: "export_corpus",
  title: "Export a run",
  description:
    "Writes a run's pages with text, scores, reasons and provenance, or the posts on them, into a new file of the folder exports. It asks the user.",
  does: "write",
  isLong: true,
  input: z.strictObject({
    run: runName,
    format: z.enum(EXPORT_FORMATS).default("jsonl"),
    targets: z.boolean().default(false).describe("Only pages that the crawl calls relevant."),
    posts: z.boolean().default(false).describe("A row for each post and comment instead."),
    text: z.enum(["plain", "markdown"]).optional().describe("Form of the texts of a table."),
  }),
  output: { run: z.string(), file: z.string(), bytes: z.int() },
  run: async ({ host, ask }, { run, format, targets, posts, text }) => {
    const directory = directoryOf(host.folder, run);
    await ask(`export ${run} as ${format} into the folder ${EXPORTS}`);
    const stem = `${run}${targets ? "-targets" : ""}${posts ? "-posts" : ""}`;
    const file = freeFile(host.folder.folder, stem, FORMATS[format][0]);
    const out = join(host.folder.folder, file);
    const none = { reserved: false, allCopies: false, seeds: false, sites: false, explain: false };
    await exportCommand(directory, {
      ...none,
      format,
      targets,
      posts,
      text,
      allColumns: false,
      out,
    });
    const bytes = statSync(out).size;
    return { says: `Written: ${file}, ${bytes} bytes.`, data: { run, file, bytes } };
  },
});

/** Returns the first name of a file that is not there yet; nothing is written over. */
function freeFile(folder: string, stem: string, ending: string): string {
  mkdirSync(join(folder, EXPORTS), { recursive: true });
  for (let number = 1; ; number += 1) {
    const file = posix.join(EXPORTS, `${stem}${number === 1 ? "" : `-${number}`}.${ending}`);
    if (!existsSync(join(folder, file))) return file;
  }
}

export const WRITE_TOOLS = [labelPage, exportCorpus];

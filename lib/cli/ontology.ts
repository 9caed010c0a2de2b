import { basename } from "node:path";
import type { ImportReport } from "../adapters/ontology/index/build-ontology-index.ts";
import { importOntology } from "../adapters/ontology/index/import-ontology.ts";
import { summarizeOntology } from "../adapters/ontology/index/open-ontology.ts";
import { formatNamed } from "../adapters/ontology/ontology-format.ts";
import { DowserError } from "../errors.ts";
import { importedNames, indexFile, ONTOLOGY_DIRECTORY } from "./find-ontology.ts";
import { formatTable } from "./table.ts";

/** Time between two updates of the progress, in ms: of a line that is rewritten, and of lines in a log. */
const TERMINAL_INTERVAL_MS = 200;
const PLAIN_INTERVAL_MS = 5_000;

const NAME = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;

/** What the user says on the command line. */
export interface ImportOptions {
  /** The file's name if not said. */
  readonly name: string | undefined;
  /** As the file's content or name tells if not said. */
  readonly format: string | undefined;
}

/**
 * `dowser ontology import`: builds `ontologies/NAME.sqlite` and tells what went in.
 * @throws DowserError `bad-ontology-name`, and what the import throws
 */
export async function importCommand(path: string, options: ImportOptions): Promise<void> {
  const format = options.format === undefined ? undefined : formatNamed(options.format);
  const name = options.name ?? nameFor(path);
  if (!NAME.test(name)) throw badName(name);
  const file = indexFile(ONTOLOGY_DIRECTORY, name);
  const startedAt = Date.now();
  const progress = startProgress(process.stderr);
  const report = await importOntology({ path, format, file }, progress.show).finally(progress.stop);
  process.stdout.write(`${formatReport(name, report, (Date.now() - startedAt) / 1000)}\n`);
}

/** `dowser ontology list`: the ontologies imported here. */
export function listCommand(): void {
  const names = importedNames(ONTOLOGY_DIRECTORY);
  if (names.length === 0) {
    process.stdout.write("none; dowser ontology import FILE\n");
    return;
  }
  const rows = names.map((name) => {
    const { source, concepts, terms, links } = summarizeOntology(
      indexFile(ONTOLOGY_DIRECTORY, name),
    );
    return [name, ...[concepts, terms, links].map(count), source];
  });
  const columns = [
    { title: "name", align: "left" },
    { title: "concepts", align: "right" },
    { title: "terms", align: "right" },
    { title: "links", align: "right" },
    { title: "source", align: "left" },
  ] as const;
  process.stdout.write(`${formatTable(columns, rows)}\n`);
}

/** `mesh2021` for `../MeSH2021.json.gz`: what stands before the first dot, in words with hyphens. */
function nameFor(path: string): string {
  const [stem = ""] = basename(path).toLowerCase().split(".", 1);
  return stem.replace(/[^a-z0-9]+/g, "-").replace(/^-|-$/g, "");
}

/** An import's figures for a terminal, and what was left out, the most frequent first. */
export function formatReport(name: string, report: ImportReport, seconds: number): string {
  const { concepts, terms, links, skipped, cycles, cycleExamples } = report;
  const totals = `${count(concepts)} concepts, ${count(terms)} terms, ${count(links)} links`;
  const leftOut = [...skipped]
    .toSorted(([, a], [, b]) => b - a)
    .map(([reason, pieces]) => `left out: ${count(pieces)} ${reason}`);
  const circles = cycleExamples.map((ids) => `  ${ids.join(" → ")}`);
  return [
    `${name}: ${totals} in ${seconds.toFixed(1)} s`,
    ...leftOut,
    ...(cycles === 0 ? [] : [`links that close a circle: ${count(cycles)}, such as`, ...circles]),
    `Next: dowser ontology show ${name} TOPIC`,
  ].join("\n");
}

/** An import that takes less time than the first update shows none. */
function startProgress(stream: NodeJS.WriteStream) {
  const intervalMs = stream.isTTY ? TERMINAL_INTERVAL_MS : PLAIN_INTERVAL_MS;
  let shownAt = Date.now();
  let isShown = false;
  return {
    show: (phase: "reading" | "indexing", facts: number) => {
      const isNews = isShown && phase === "indexing";
      if (!isNews && Date.now() - shownAt < intervalMs) return;
      [shownAt, isShown] = [Date.now(), true];
      const text = `${phase}: ${count(facts)} facts`;
      stream.write(stream.isTTY ? `\r\u001b[2K${text}` : `${text}\n`);
    },
    stop: () => {
      if (stream.isTTY) stream.write("\r\u001b[2K");
    },
  };
}

function count(value: number): string {
  return value.toLocaleString("en");
}

function badName(name: string): DowserError {
  return new DowserError(`"${name}" is no name for an ontology`, {
    code: "bad-ontology-name",
    reaction: "fix-config",
    value: name,
    mend: "give one of small letters, digits and hyphens with --name",
  });
}

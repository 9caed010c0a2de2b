import { basename } from "node:path";
import type {
  CycleExample,
  ImportReport,
} from "../../adapters/ontology/index/build-ontology-index.ts";
import { type ImportState, importOntology } from "../../adapters/ontology/index/import-ontology.ts";
import {
  type OntologySummary,
  summarizeOntology,
} from "../../adapters/ontology/index/open-ontology.ts";
import { formatNamed } from "../../adapters/ontology/ontology-format.ts";
import { formatTable } from "../../domain/text/table.ts";
import { DowserError, fail } from "../../errors.ts";
import { count } from "../../evaluation/report/figure-text.ts";
import { importedNames, indexFile, ONTOLOGY_DIRECTORY } from "../../run/input/find-ontology.ts";
import { printResult } from "../../run/print/print-line.ts";
import { startStatus } from "../../run/print/progress-line.ts";
import { terminal } from "../../run/print/terminal.ts";

const NAME = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;

/** The options of the command line. */
export interface ImportOptions {
  /** The file's name by default. */
  readonly name?: string | undefined;
  /** Found from the file's content or name by default. */
  readonly format?: string | undefined;
  readonly json: boolean;
}

/** An ontology imported here, as it describes itself, or why it cannot be looked up. */
type Listed = { readonly name: string } & (OntologySummary | { readonly unusable: string });

/**
 * Runs `dowser ontology import`: builds `ontologies/NAME.sqlite` and reports what it contains.
 * @throws DowserError `bad-ontology-name`, and the errors of the import
 */
export async function importCommand(path: string, options: ImportOptions): Promise<void> {
  const format = options.format === undefined ? undefined : formatNamed(options.format);
  const name = options.name ?? nameFor(path);
  if (!NAME.test(name)) throw fail("bad-ontology-name", { name });
  const file = indexFile(ONTOLOGY_DIRECTORY, name);
  const startedAt = Date.now();
  const status = startStatus(terminal().stderr);
  const onProgress = (state: ImportState) =>
    status.show(() => progressText(state), state.phase === "indexing");
  const report = await importOntology({ path, format, file }, onProgress).finally(() =>
    status.stop(),
  );
  const seconds = (Date.now() - startedAt) / 1000;
  const text = options.json
    ? JSON.stringify({
        name,
        file,
        ...report,
        skipped: Object.fromEntries(report.skipped),
        seconds,
      })
    : formatReport(name, report, seconds);
  printResult(text);
}

/** Runs `dowser ontology list`: lists the ontologies imported here. */
export function listCommand({ json }: { readonly json: boolean }): void {
  const listed = importedNames(ONTOLOGY_DIRECTORY).map(listedOntology);
  printResult(json ? JSON.stringify(listed) : formatList(listed));
}

function listedOntology(name: string): Listed {
  try {
    return { name, ...summarizeOntology(indexFile(ONTOLOGY_DIRECTORY, name)) };
  } catch (error) {
    if (!(error instanceof DowserError)) throw error;
    return { name, unusable: error.message };
  }
}

function formatList(listed: readonly Listed[]): string {
  if (listed.length === 0) return "none; dowser ontology import FILE";
  const rows = listed.map((ontology) => {
    if ("unusable" in ontology)
      return [ontology.name, "–", "–", "–", `unusable: ${ontology.unusable}`];
    const { name, concepts, terms, links, source } = ontology;
    return [name, ...[concepts, terms, links].map(count), source];
  });
  const columns = [
    { title: "name", align: "left" },
    { title: "concepts", align: "right" },
    { title: "terms", align: "right" },
    { title: "links", align: "right" },
    { title: "source", align: "left" },
  ] as const;
  return formatTable(columns, rows);
}

/**
 * Makes `mesh2021` from `../MeSH2021.json.gz`: the part before the first dot, in words with
 * hyphens.
 */
function nameFor(path: string): string {
  const [stem = ""] = basename(path).toLowerCase().split(".", 1);
  return stem.replace(/[^a-z0-9]+/g, "-").replace(/^-|-$/g, "");
}

/** Formats an import's figures for a terminal, and what was left out, the most frequent first. */
export function formatReport(name: string, report: ImportReport, seconds: number): string {
  const { concepts, terms, links, skipped, cycles, cycleExamples } = report;
  const totals = `${count(concepts)} concepts, ${count(terms)} terms, ${count(links)} links`;
  const leftOut = [...skipped]
    .toSorted(([, a], [, b]) => b - a)
    .map(([reason, pieces]) => `left out: ${count(pieces)} ${reason}`);
  const circles = cycleExamples.map((circle) => `  ${formatCircle(circle)}`);
  return [
    `${name}: ${totals} in ${seconds.toFixed(1)} s`,
    ...leftOut,
    ...(cycles === 0 ? [] : [`links that close a circle: ${count(cycles)}, such as`, ...circles]),
    `Next: dowser ontology show ${name} TOPIC`,
  ].join("\n");
}

/** Formats `A → B → A`, or `A → B → C → D → E → … 99,995 more`. */
function formatCircle({ ids, more }: CycleExample): string {
  return [...ids, more === 0 ? ids[0] : `… ${count(more)} more`].join(" → ");
}

/**
 * Formats `reading desc2026.gz: 12.3 of 340.1 MB (3 %), 50,000 facts`; `indexing: 1,234,567 facts`.
 */
export function progressText({ phase, facts, place }: ImportState): string {
  const taken = `${count(facts)} facts`;
  if (phase === "indexing" || place === undefined) return `${phase}: ${taken}`;
  const { name, bytes, size } = place;
  const [read, all] = [bytes, size].map((part) => (part / 1e6).toFixed(1));
  // A file that is not regular, such as a pipe, has no size.
  const part = bytes <= size ? ` of ${all} MB (${Math.floor((100 * bytes) / size)} %)` : " MB";
  return `${phase} ${name}: ${read}${part}, ${taken}`;
}

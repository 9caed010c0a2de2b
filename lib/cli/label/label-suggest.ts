import { lastLabelNotes } from "../../crawl/labels.ts";
import type { Strategy } from "../../domain/methods/strategy.ts";
import { quotedWord, safeText } from "../../domain/text/safe-text.ts";
import { figures, formatTable } from "../../domain/text/table.ts";
import { fail } from "../../errors.ts";
import { type UncertainPage, uncertainPages } from "../../evaluation/label-queue.ts";
import { type Suggestion, suggestLabels } from "../../evaluation/link-calibration.ts";
import { readRun } from "../../run/folder/read-run.ts";
import { loadRunProject, strategyOfRun, tellIfNotLoaded } from "../../run/folder/run-project.ts";
import { labelledRun, labelsWithExamples } from "../../run/judge/named-pages.ts";

/** The options of the command line. */
export interface SuggestOptions {
  /** Most pages suggested. */
  readonly n: number;
  readonly json: boolean;
  /** The strategy module of the run, where it has one. */
  readonly strategyModule?: string | undefined;
}

/**
 * Returns the output of the command.
 * @throws DowserError `no-run`, `no-link-predictions`
 */
export async function labelSuggestText(
  directory: string,
  { n: most, json, strategyModule }: SuggestOptions,
): Promise<string> {
  const run = readRun(directory);
  try {
    const project = loadRunProject(directory) ?? {};
    const strategy = await strategyOfRun(project, { strategyModule });
    tellIfNotLoaded(
      project,
      { strategyModule },
      "pages that were scored otherwise than their links are not listed",
    );
    // A crawl that learned from labels has pages that are hard to judge, whatever predicts its links.
    if (lastLabelNotes(await run.log.list()).length === 0)
      refuseWithoutPredictions(directory, strategy);
    const judged = new Set((await labelsWithExamples(labelledRun(directory, run))).keys());
    const suggestions =
      strategy === undefined ? [] : await suggestLabels(run, strategy, { judged, most });
    const listed = new Set([...judged, ...suggestions.map(({ url }) => url)]);
    const uncertain = await uncertainPages(run.records, { judged: listed, most });
    return json
      ? JSON.stringify({ directory, suggestions, uncertain })
      : formatSuggestions(directory, suggestions, uncertain);
  } finally {
    await run.close();
  }
}

/** Formats the suggestions for a terminal: URLs come last, ready for `dowser label add`. */
export function formatSuggestions(
  directory: string,
  suggestions: readonly Suggestion[],
  uncertain: readonly UncertainPage[],
): string {
  if (suggestions.length === 0 && uncertain.length === 0) {
    return "nothing to suggest: no unlabelled page was reached by a link that a model had scored";
  }
  const tables = [
    suggestions.length === 0 ? [] : [disagreementTable(suggestions)],
    uncertain.length === 0
      ? []
      : [`pages that are hardest to judge, from many hosts:\n${uncertainTable(uncertain)}`],
  ];
  const how = `label them with: dowser label add ${quotedWord(directory)} URL URL relevant URL irrelevant`;
  return `${tables.flat().join("\n\n")}\n${how}`;
}

function disagreementTable(suggestions: readonly Suggestion[]): string {
  return formatTable(
    [
      ...["link", "page", "apart"].map(figures),
      { title: "relevant", align: "left" },
      { title: "page's title", align: "left" },
      { title: "URL", align: "left" },
    ],
    suggestions.map(({ predicted, utility, disagreement, isTarget, title, url }) => [
      ...[predicted, utility, disagreement].map((figure) => figure.toFixed(3)),
      isTarget ? "yes" : "no",
      cut(safeText(title)),
      quotedWord(url),
    ]),
  );
}

function uncertainTable(pages: readonly UncertainPage[]): string {
  return formatTable(
    [
      figures("page"),
      { title: "relevant", align: "left" },
      { title: "page's title", align: "left" },
      { title: "URL", align: "left" },
    ],
    pages.map(({ utility, isTarget, title, url }) => [
      utility.toFixed(3),
      isTarget ? "yes" : "no",
      cut(safeText(title)),
      quotedWord(url),
    ]),
  );
}

/** Longest title printed, in UTF-16 units: the URL after it should fit on the same line. */
const MAX_TITLE = 40;

function cut(title: string): string {
  return title.length <= MAX_TITLE ? title : `${title.slice(0, MAX_TITLE - 1)}…`;
}

function refuseWithoutPredictions(directory: string, strategy: Strategy | undefined): void {
  if (strategy === undefined || strategy.linksPredict !== undefined) return;
  throw fail("no-link-predictions", { name: strategy.name, value: directory });
}

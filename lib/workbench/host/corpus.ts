/** Which pages of a run are called relevant, and what another cut would call. */
import { join } from "node:path";
import { CUT_NAMES } from "../../domain/methods/label-need.ts";
import { keepGreatest } from "../../domain/stats/sorted.ts";
import type { CorpusPage } from "../../evaluation/corpus-cuts.ts";
import { useInWords } from "../../evaluation/feature-figures.ts";
import { placedBy } from "../../evaluation/report/cut-figures.ts";
import { corpusOfRun, type RunCorpus } from "../../run/figures/corpus-of-run.ts";
import { keepCut, keptCut } from "../../run/folder/kept-cut.ts";
import { RUN_FILES } from "../../run/folder/run-database.ts";
import { judgedOfRun } from "../../run/judge/assessed-run.ts";
import { lookAtRun } from "../../run/judge/look-at-run.ts";
import { filesOfSamples } from "../../run/judge/sample-file.ts";
import type { Corpus, CorpusQuery } from "../corpus-schemas.ts";
import type { WorkbenchPorts } from "../workbench-ports.ts";
import { intervalAnswer } from "./crawls.ts";
import { type OpenedRuns, openedRun } from "./run-folder.ts";
import { fileState, type WatchedRun } from "./watched-run.ts";

/** Pages shown on either side of a cut. */
const SHOWN = 3;

/** Shows and chooses which pages of runs are called relevant. */
export function createCorpus(parts: OpenedRuns): WorkbenchPorts["corpus"] {
  const { folder } = parts;
  return {
    async figures(query) {
      const watched = await openedRun(parts, query.run);
      const named = folder.named(query.run);
      return figuresOf(watched, query, named);
    },
    async choose(run, chosen) {
      const { directory } = await openedRun(parts, run);
      const isChosen = "cut" in chosen || "minScore" in chosen;
      keepCut(directory, isChosen ? chosen : undefined);
    },
    async look(run) {
      const { directory } = await openedRun(parts, run);
      await lookAtRun(directory);
    },
  };
}

async function figuresOf(
  watched: WatchedRun,
  { at: asked }: CorpusQuery,
  named: string,
): Promise<Corpus> {
  const { directory, run, rows, project } = watched;
  const corpus = await corpusOf(watched);
  const facts = run.look.about();
  const { cut: name = "complete", minScore } = run.choice();
  const used = run.cut();
  const at = minScore ?? used?.at ?? null;
  const { targets } = await watched.report();
  const { exported, sample } = await judgedOfRun(directory, run);
  const judged = exported?.called ?? sample?.called;
  return {
    pages: rows.rows.length,
    called: targets,
    cut: {
      at,
      name: minScore === undefined ? name : null,
      isKept: keptCut(directory) !== undefined,
      words: used === undefined ? "as the crawl judged them one by one" : placedBy(used),
    },
    judged: judged === undefined ? null : intervalAnswer(judged.precision),
    named:
      facts === undefined
        ? []
        : CUT_NAMES.map((each) => {
            return { name: each, at: facts.cuts[each].at, called: facts.called[each] };
          }),
    bins: corpus.bins.map((bin) => ({ ...bin })),
    fixed: corpus.fixed,
    outlooks: corpus.outlooks.map(({ precision: { share = null, ...interval }, ...outlook }) => {
      return { ...outlook, share, ...interval };
    }),
    near: nearOf(watched, corpus.pages, asked ?? at ?? rows.leastOfTarget),
    due: (await watched.isLookDue())
      ? { seconds: facts ? (facts.msPerPage * rows.rows.length) / 1_000 : null }
      : null,
    use: useOf(rows.use.figures(project.purpose)),
    command: `dowser cut ${named}`,
  };
}

function useOf(figures: Parameters<typeof useInWords>[0]): Corpus["use"] {
  const { asked = "no site says what may be done with its pages", kept } = useInWords(figures);
  return { isStated: figures.purpose !== undefined, words: [kept, asked] };
}

/** Finds the pages just above and below a cut, the nearest first, of those whose score decides. */
function nearOf(watched: WatchedRun, pages: readonly CorpusPage[], at: number): Corpus["near"] {
  const [above, below]: [CorpusPage[], CorpusPage[]] = [[], []];
  for (const page of pages) {
    if (page.least === undefined) continue;
    const side = page.utility >= at ? above : below;
    keepGreatest(side, page, SHOWN, ({ utility }) => -Math.abs(utility - at));
  }
  const answers = (side: readonly CorpusPage[]) =>
    side.flatMap(({ url, utility, verdict = null }) => {
      const row = watched.rows.find(url);
      if (row === undefined) return [];
      return [{ sequence: row.sequence, url, title: row.title, utility, verdict }];
    });
  return { above: answers(above), below: answers(below) };
}

interface KeptCorpus {
  readonly of: string;
  readonly corpus: Promise<RunCorpus>;
}

/** What was counted of each run, as long as neither its pages nor what people said of them change. */
const counted = new WeakMap<WatchedRun, KeptCorpus>();

function corpusOf(watched: WatchedRun): Promise<RunCorpus> {
  const { directory, run, rows, judgedBy } = watched;
  const files = [join(directory, RUN_FILES.labels), ...filesOfSamples(directory).flat()];
  const of = JSON.stringify([judgedBy, rows.rows.length, files.map(fileState)]);
  const known = counted.get(watched);
  if (known?.of === of) return known.corpus;
  const corpus = corpusOfRun(directory, run, rows.rows);
  counted.set(watched, { of, corpus });
  return corpus;
}

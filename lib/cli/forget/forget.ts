import { existsSync } from "node:fs";
import { join } from "node:path";
import { appendToRunLog } from "../../adapters/files/file-run-log.ts";
import { openDatabase } from "../../adapters/sqlite/open-database.ts";
import { systemClock } from "../../adapters/system-clock.ts";
import { compileUrlRules } from "../../domain/frontier/url-rules.ts";
import { canonicalUrl } from "../../domain/web/url/canonical-url.ts";
import { fail } from "../../errors.ts";
import { counted } from "../../evaluation/report/figure-text.ts";
import { frontierPolicy } from "../../project/plan-crawl.ts";
import { createStrategy } from "../../project/strategy-choice.ts";
import { migrationOf, RUN_FILES } from "../../run/folder/run-database.ts";
import { loadRunProject, type RunProject } from "../../run/folder/run-project.ts";
import { spellingsOf } from "../../run/folder/spell-url.ts";
import { strategyOfRun } from "../../run/folder/strategy-of-run.ts";
import { printResult } from "../../run/print/print-line.ts";
import { type Forgettable, findForgettable, forgetIn } from "./forget-run.ts";

/** The options of the command line. */
export interface ForgetOptions {
  /** Why the pages are forgotten, for the log; required unless nothing is done. */
  readonly reason: string | undefined;
  readonly dryRun: boolean;
  readonly json: boolean;
}

/** Runs `dowser forget`: removes pages from a run, or says what would be removed. */
export async function forgetCommand(
  directory: string,
  named: readonly string[],
  options: ForgetOptions,
): Promise<void> {
  printResult(await forgetText(directory, named, options));
}

/**
 * Removes pages from a run and from the training crawl in it: stored answers, records, labels and
 * texts. The log says what was removed, when and why, before anything is; and the run does not
 * fetch such URLs again. Returns a message about it.
 * @throws DowserError `no-run`, `bad-url`, `forget-needs-reason`, `run-is-locked`
 */
export async function forgetText(
  directory: string,
  named: readonly string[],
  { reason, dryRun, json }: ForgetOptions,
): Promise<string> {
  if (!existsSync(join(directory, RUN_FILES.database))) throw fail("no-run", { directory });
  if (!dryRun && (reason ?? "").trim() === "") throw fail("forget-needs-reason");
  const project = loadRunProject(directory) ?? {};
  const rules = [...new Set(named.flatMap((text) => rulesOf(text, project)))];
  const training = join(directory, RUN_FILES.training);
  const runs = [directory, training].filter((each) => existsSync(join(each, RUN_FILES.database)));
  const found: Forgettable[] = [];
  for (const run of runs) found.push(await forgetFrom(run, rules, dryRun ? undefined : reason));
  const total = found.reduce(sum);
  return json
    ? JSON.stringify({ directory, rules, dryRun, ...total })
    : describe(total, { directory, dryRun });
}

/** Forgets in one run; without a reason it only counts. */
async function forgetFrom(
  directory: string,
  rules: readonly string[],
  reason: string | undefined,
): Promise<Forgettable> {
  const policy = await policyOf(directory);
  const isForgotten = compileUrlRules(rules);
  const database = openDatabase(join(directory, RUN_FILES.database), migrationOf(directory));
  try {
    const run = { directory, database, policy };
    const plan = await findForgettable(run, isForgotten);
    if (reason === undefined) return plan.found;
    const { copies, ...counts } = plan.found;
    const detail = { rules: [...rules], reason, ...counts, copies: copies.length };
    appendToRunLog(join(directory, RUN_FILES.log), {
      at: systemClock.now(),
      kind: "forgotten",
      detail,
    });
    await forgetIn(run, isForgotten, plan);
    return plan.found;
  } finally {
    database.close();
  }
}

/** Returns the policy of a frontier; the training crawl and a run without its strategy are breadth-first. */
async function policyOf(directory: string) {
  const project = loadRunProject(directory);
  const isLive = project?.web === undefined || project.web === "live";
  const strategy =
    (project && (await strategyOfRun(project))) ??
    (await createStrategy({ name: "breadth-first" }, { seed: 0, pages: 1 }));
  // A file that `saveRunProject` wrote is complete.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above
  return frontierPolicy(project as RunProject, strategy, { isLive });
}

/**
 * Returns the rules that a text names: a URL in all spellings by which the run may know it, a pattern
 * as it is, or a host.
 */
function rulesOf(text: string, project: Partial<RunProject>): readonly string[] {
  if (text.startsWith("/") || text.includes("*")) return [text];
  if (text.includes("://")) return spellingsOf(text, project);
  const host = canonicalUrl(`http://${text}/`);
  if (host.ok) return [host.host];
  throw fail("bad-url/forget", { text });
}

function sum(one: Forgettable, other: Forgettable): Forgettable {
  return {
    records: one.records + other.records,
    pages: one.pages + other.pages,
    answers: one.answers + other.answers,
    bytes: one.bytes + other.bytes,
    queued: one.queued + other.queued,
    labels: one.labels + other.labels,
    examples: one.examples + other.examples,
    texts: one.texts + other.texts,
    copies: [...one.copies, ...other.copies],
  };
}

function describe(
  found: Forgettable,
  { directory, dryRun }: { readonly directory: string; readonly dryRun: boolean },
): string {
  const { records, pages, answers, bytes, queued, labels, examples, texts, copies } = found;
  const parts = [
    `${counted(pages, "page")}, ${counted(records, "record")} and ${counted(answers, "stored answer")} (${bytes.toLocaleString("en")} bytes)`,
    `${counted(labels, "label")}, ${counted(examples, "example page")} and ${counted(texts, "text")} in other files`,
  ];
  const also = [
    queued === 0 ? [] : [`${counted(queued, "queued link")} of these URLs will not be fetched`],
    copies.length === 0
      ? []
      : [
          `the same content is kept under other URLs: ${copies.join(", ")}; name them, too, if it must go`,
        ],
    dryRun
      ? []
      : [`logged in ${join(directory, RUN_FILES.log)}; files exported before still have it`],
  ].flat();
  return [`${dryRun ? "would be removed" : "removed"}: ${parts.join("; ")}`, ...also].join("\n");
}

import { relevanceWord, whyInWords } from "../domain/methods/label-need.ts";
import type { LinkSign } from "../domain/methods/strategy.ts";
import { safeText } from "../domain/text/safe-text.ts";
import {
  type LatestScore,
  type ModelVersion,
  type PageDecision,
  type UrlExplanation,
} from "../evaluation/explain-url.ts";
import { saidInWords } from "../evaluation/feature-figures.ts";
import { type Explanation, explainInRun } from "../run/figures/explain-in-run.ts";
import type { StrategyReading } from "../run/folder/run-project.ts";

/** Most signs of a link that are printed; `--json` has all of them. */
const MAX_SIGNS = 12;
/** Digits of a model's hash that are printed: enough to distinguish those of a run. */
const HASH_LENGTH = 12;

/** The options of the command line. */
type WhyOptions = Pick<StrategyReading, "strategyModule"> & { readonly json: boolean };

/**
 * Returns the output of the command.
 * @throws DowserError `no-run`, `bad-url`, `unknown-url`
 */
export async function whyText(
  directory: string,
  text: string,
  { json, strategyModule }: WhyOptions,
  strategyOf?: Parameters<typeof explainInRun>[3],
): Promise<string> {
  const explanation = await explainInRun(directory, text, { strategyModule }, strategyOf);
  return json ? JSON.stringify({ directory, ...explanation }) : formatWhy(explanation);
}

function ofSource({ source }: Explanation): string {
  return source === undefined ? "" : `, by a machine or a file (${source}), not by a person`;
}

/** Formats the explanation for a terminal: outcome, crawl path, link, page. */
export function formatWhy(explanation: Explanation): string {
  const { url, state, reason, fetch, page } = explanation;
  const outcome = [state, reason].filter((part) => part !== "").join(": ");
  const sections = [
    [url, `  ${outcome}${fetch === undefined ? "" : ` (${endOf(fetch)})`}`],
    pathLines(explanation),
    linkLines(explanation),
    page === undefined ? [] : pageLines(page),
    explanation.label === undefined
      ? []
      : [`labelled ${relevanceWord(explanation.label)}${ofSource(explanation)}`],
  ];
  return sections
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.map(safeText).join("\n"))
    .join("\n\n");
}

function endOf({
  at,
  fetchMs,
  status,
  detail,
  location,
}: NonNullable<Explanation["fetch"]>): string {
  return [
    ...(status === undefined ? [] : [`status ${status}`]),
    ...(location === undefined ? [] : [`to ${location}`]),
    ...(detail === undefined ? [] : [detail]),
    `${new Date(at).toISOString()}, ${fetchMs.toFixed(0)} ms`,
  ].join("; ");
}

const WAYS = {
  seed: "a seed",
  link: "by a link",
  redirect: "by a redirect",
  search: "found by a search",
} as const;

function pathLines({ path }: UrlExplanation): string[] {
  if (path.length === 0) return ["refused when it was discovered; nothing else is stored"];
  const lines = path.map(({ url, by, anchor }, step) => {
    const text = anchor === undefined || anchor === "" ? "" : `: “${anchor}”`;
    return `  ${step}  ${url}  ${WAYS[by]}${text}`;
  });
  return ["crawl path", ...lines];
}

function linkLines({ link, fetch, path }: UrlExplanation): string[] {
  if (link === undefined) return [];
  const { priority, why, snippet, signs, model, depth, group, latest } = link;
  if (path.at(-1)?.by === "seed") return ["the link is a seed: fetched before other links"];
  return [
    `the link ${fetch === undefined ? "is" : "was"} worth ${figure(priority)}, ${depth} from a seed${group === "" ? "" : `, in group ${group}`}`,
    ...(why === "" ? [] : [`  ${why}`]),
    ...(snippet === undefined
      ? []
      : [
          `  ${snippet.before} [${snippet.anchor}] ${snippet.after}`.trimEnd(),
          `  on the page “${snippet.title}”`,
        ]),
    ...signLines(signs),
    ...(model === undefined ? [] : [`  ${byModel(model)}`]),
    ...(latest === undefined ? [] : latestLines(latest)),
  ];
}

function latestLines({ priority, why, signs, model }: LatestScore): string[] {
  return [
    `the latest model says that it is worth ${figure(priority)}`,
    ...(why === "" ? [] : [`  ${why}`]),
    ...signLines(signs),
    `  ${byModel(model)}`,
  ];
}

function signLines(signs: readonly LinkSign[]): string[] {
  const told = signs.slice(0, MAX_SIGNS).map(({ feature, weight }) => {
    return `    ${weight < 0 ? "−" : "+"}${figure(Math.abs(weight))}  ${feature}`;
  });
  const others = signs.length - told.length;
  return [
    ...(told.length === 0 ? [] : ["  what the model goes by in it", ...told]),
    ...(others > 0 ? [`    and ${others} more (--json)`] : []),
  ];
}

function pageLines(page: PageDecision): string[] {
  const { title, utility, isTarget, type, why, model } = page;
  const use = saidInWords(page);
  const verdict = isTarget ? "relevant" : "irrelevant";
  return [
    `the page is worth ${figure(utility)}, ${verdict}${type === undefined ? "" : `, of type ${type}`}`,
    `  ${whyInWords(why)}`,
    `  title: “${title}”`,
    `  ${byModel(model)}`,
    ...(use === undefined ? [] : [`  ${use}`]),
  ];
}

function byModel({ hash, pages, at }: ModelVersion): string {
  const name = hash.slice(0, "sha256:".length + HASH_LENGTH);
  if (pages === undefined || at === undefined) return `by model ${name}`;
  return `by model ${name}, trained on ${pages} pages at ${new Date(at).toISOString()}`;
}

/** Formats a priority: most are less than 1, those of found seeds 1,000,000. */
function figure(value: number): string {
  return value >= 100 ? value.toFixed(0) : value.toPrecision(3);
}

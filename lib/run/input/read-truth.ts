import { createReadStream } from "node:fs";
import { createInterface } from "node:readline";
import type { RecordedWeb } from "../../adapters/web/recorded/recorded-web.ts";
import { fieldsOf } from "../../domain/json.ts";
import {
  isLabelled,
  isTargetLine,
  parseTargetRule,
  type TargetRule,
  type TruthLine,
  valuesOfLine,
} from "../../domain/measures/truth.ts";
import { canonicalUrl } from "../../domain/web/url/canonical-url.ts";
import type { Url } from "../../domain/web/url/url.ts";
import { DowserError, fail } from "../../errors.ts";

/** The truth options of the command line. */
export interface TruthOptions {
  readonly truth: readonly string[];
  /** `field=value[,value]` */
  readonly target: string | undefined;
}

/** The recording in which the URLs of truth lines are looked up. */
export type Recording = Pick<RecordedWeb, "urls" | "identify">;

/**
 * Returns the rule that `--truth` and `--target` give together; `undefined` when neither is given.
 * @throws DowserError `truth-without-target`, `bad-target-rule`
 */
export function targetRuleOf({ truth, target }: TruthOptions): TargetRule | undefined {
  if (truth.length === 0 && target === undefined) return undefined;
  if (truth.length > 0 && target !== undefined) return parseTargetRule(target);
  throw fail("truth-without-target", { value: { truth, target } });
}

/**
 * Reads the pages that truth files speak of, and whether they are targets; at least one has to be.
 * @throws DowserError `no-known-target`, `bad-truth`
 */
export async function readTruthLabels(
  files: readonly string[],
  rule: TargetRule,
  web: Recording | "live",
): Promise<ReadonlyMap<Url, boolean>> {
  return labelled(await readTruthVerdicts(files, rule, web));
}

/** Whether pages are targets; `null` for a page without a verdict. */
type Verdicts = ReadonlyMap<Url, boolean | null>;

/** Reads the verdicts of {@link readVerdicts}, of which at least one has to be a target: else nothing can be measured. */
export async function readTruthVerdicts(
  files: readonly string[],
  rule: TargetRule,
  web: Recording | "live",
): Promise<Verdicts> {
  const verdicts = await readVerdicts(files, rule, web);
  if (verdicts.values().some(Boolean)) return verdicts;
  const said = [...rule.values].map((value) => `${rule.field}=${value}`).join(" or ");
  const values = await valuesOf(files, rule.field);
  throw fail("no-known-target", {
    said,
    field: rule.field,
    values: values.join(", ") || "none",
    value: { truth: files, values },
  });
}

/** Lists the first few values that a field has in truth files. */
async function valuesOf(files: readonly string[], field: string): Promise<string[]> {
  const values = new Set<string>();
  for (const file of files) {
    for await (const line of linesOf(file)) {
      for (const value of valuesOfLine(line, field)) values.add(value);
      if (values.size >= MOST_VALUES) return [...values];
    }
  }
  return [...values];
}

/** Returns the verdicts that say something. */
export function labelled(verdicts: Verdicts): ReadonlyMap<Url, boolean> {
  return new Map(
    [...verdicts].flatMap(([url, isTarget]) => (isTarget === null ? [] : [[url, isTarget]])),
  );
}

/** Reads the verdicts of truth files on pages; `null` where their lines say nothing. */
export async function readVerdicts(
  files: readonly string[],
  rule: TargetRule,
  web: Recording | "live",
): Promise<Verdicts> {
  const recorded = web === "live" ? undefined : new Set(web.urls());
  const verdicts = new Map<Url, boolean | null>();
  for (const file of files) {
    for await (const line of linesOf(file)) {
      const parsed = canonicalUrl(line.url);
      if (!parsed.ok) continue;
      const url = web === "live" ? parsed.url : web.identify(parsed.url);
      if (recorded?.has(url) === false) continue;
      const [known = null, said] = [verdicts.get(url), verdictOfLine(line, rule)];
      verdicts.set(url, known === null || said === true ? (said ?? known) : known);
    }
  }
  return verdicts;
}

function verdictOfLine(line: TruthLine, rule: TargetRule): boolean | null {
  return isLabelled(line, rule) ? isTargetLine(line, rule) : null;
}

async function* linesOf(file: string): AsyncIterable<TruthLine> {
  let number = 0;
  const input = createReadStream(file, "utf8");
  try {
    for await (const text of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
      number += 1;
      const line = number === 1 ? text.replace(/^\uFEFF/, "") : text;
      if (line.trim() !== "") yield parseLine(line, `${file}:${number}`);
    }
  } catch (error) {
    if (error instanceof DowserError) throw error;
    const why = error instanceof Error ? error.message : String(error);
    throw fail("bad-truth/unreadable", { file, why, value: file.slice(0, SHOWN) });
  }
}

function parseLine(text: string, place: string): TruthLine {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw fail("bad-truth", { place, value: text.slice(0, SHOWN) });
  }
  if (!isTruthLine(value)) throw fail("bad-truth/line", { place, value: text.slice(0, SHOWN) });
  return value;
}

function isTruthLine(value: unknown): value is TruthLine {
  return typeof fieldsOf(value)["url"] === "string";
}

/** Most values of a field that are shown. */
const MOST_VALUES = 10;

/** Longest part of an offending line that is shown. */
const SHOWN = 200;

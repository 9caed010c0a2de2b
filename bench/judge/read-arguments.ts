import { LABEL_SIZES } from "./label-sizes.ts";
import type { WebJob } from "./measure-web.ts";
import { JUDGED_WEBS, type JudgedWeb } from "./webs.ts";

/** What is measured. */
interface Arguments extends Pick<WebJob, "sizes" | "draws" | "seen" | "given"> {
  readonly webs: readonly JudgedWeb[];
}

const DEFAULT_DRAWS = 3;
const DRAWS = /^draws=([1-9]\d*)$/;
const NOT_SEEN = "seen=none";
const ALONE = "given=labels";
const OPTIONS = new Set([NOT_SEEN, ALONE]);

/** Reads names of webs, label sizes, and options, in any order; all of what is not named. */
export function readArguments(args: readonly string[]): Arguments {
  const webs = JUDGED_WEBS.filter(({ name }) => args.includes(name));
  const sizes = LABEL_SIZES.filter(({ name }) => args.includes(name));
  const draws = args.flatMap((arg) => DRAWS.exec(arg)?.[1] ?? []).map(Number);
  const known = new Set([...webs, ...sizes].map(({ name }) => name));
  const unknown = args.find((arg) => !known.has(arg) && !DRAWS.test(arg) && !OPTIONS.has(arg));
  if (unknown !== undefined) throw new Error(`neither web, labels nor option: ${unknown}`);
  return {
    webs: webs.length === 0 ? JUDGED_WEBS : webs,
    sizes: sizes.length === 0 ? LABEL_SIZES : sizes,
    draws: draws.at(-1) ?? DEFAULT_DRAWS,
    seen: args.includes(NOT_SEEN) ? "none" : "sample",
    given: args.includes(ALONE) ? "labels" : "all",
  };
}

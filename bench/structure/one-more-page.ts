/** The code that one more page of a crawl runs through, as V8 counts the calls of functions. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { MeasuredCheckout } from "./measured-checkout.ts";

/** Pages of the shorter crawl; the longer one fetches one more. */
const PAGES = 5;

/** The code that one more page of a crawl runs through, and that a whole short crawl loads. */
export interface PageFigures {
  /** Files of the product with a function that one more page calls. */
  readonly files: number;
  readonly functions: number;
  /** Files of the product that a crawl loads. */
  readonly loaded: number;
}

/** V8's count of calls of a function, as `NODE_V8_COVERAGE` writes it. */
interface CoveredScript {
  readonly url: string;
  readonly functions: readonly {
    readonly functionName: string;
    readonly ranges: readonly { readonly startOffset: number; readonly count: number }[];
  }[];
}

/** What V8 makes of the fields of a class. Nobody wrote it, and V8 does not count each of its calls. */
const FIELDS_OF_CLASS = /_members_initializer>$/;

/** The clock: how often it is set again depends on how busy the machine is. */
const CLOCK = /\/lib\/adapters\/system-clock\.ts$/;

/** Crawls a recording twice, once with one page more, and compares how often each function was called. */
export async function oneMorePage(checkout: MeasuredCheckout): Promise<PageFigures> {
  const shorter = callsIn(await checkout.crawlCounted(PAGES), checkout.root);
  const longer = callsIn(await checkout.crawlCounted(PAGES + 1), checkout.root);
  const more = [...longer.calls].filter(([name, count]) => count > (shorter.calls.get(name) ?? 0));
  const files = new Set(more.map(([name]) => name.slice(0, name.indexOf("#"))));
  return { files: files.size, functions: more.length, loaded: longer.loaded };
}

function callsIn(coverage: string, root: string) {
  const calls = new Map<string, number>();
  const loaded = new Set<string>();
  for (const script of scriptsIn(coverage, root)) {
    loaded.add(script.url);
    if (CLOCK.test(script.url)) continue;
    // The first range of a function is its body; the first function of a script is the module itself.
    for (const { functionName, ranges } of script.functions.slice(1)) {
      const [body] = ranges;
      if (body === undefined || body.count === 0 || FIELDS_OF_CLASS.test(functionName)) continue;
      const name = `${script.url}#${functionName}@${body.startOffset}`;
      calls.set(name, (calls.get(name) ?? 0) + body.count);
    }
  }
  return { calls, loaded: loaded.size };
}

function scriptsIn(coverage: string, root: string): CoveredScript[] {
  return readdirSync(coverage).flatMap((name) => {
    const written: { readonly result: readonly CoveredScript[] } = JSON.parse(
      readFileSync(join(coverage, name), "utf8"),
    );
    return written.result.filter(
      ({ url }) =>
        url.startsWith("file:") &&
        fileURLToPath(url).startsWith(join(root, "lib/")) &&
        !url.includes("node_modules"),
    );
  });
}

import type { RobotsAnswer } from "../politeness/politeness-entry.ts";
import type { RobotsFile } from "../politeness/robots-file.ts";
import {
  disallowedBy,
  NO_RULES,
  parseRobots,
  type RobotsRules,
} from "../politeness/robots-rules.ts";
import type { Url } from "../url/url.ts";

/** The known content of an origin's robots.txt file at one moment. */
interface KnownRules {
  /**
   * `undefined` when nothing may be fetched: the file was never reached, or its host may not be
   * asked.
   */
  readonly rules: RobotsRules | undefined;
}

/** The rules of a host's origins, updated as its answers for robots.txt arrive. */
export class HostRules {
  readonly #productToken: string;
  readonly #known = new Map<string, KnownRules>();

  constructor(productToken: string) {
    this.#productToken = productToken;
  }

  /** Adds an answer; a file that cannot be reached leaves the last one in force (RFC 9309 §2.4). */
  take({ origin, file }: RobotsAnswer): void {
    const rules = this.#rulesOf(file);
    if (rules === undefined && this.#known.get(origin)?.rules !== undefined) return;
    this.#known.set(origin, { rules });
  }

  /** Returns why the rules known now forbid a URL; `undefined` when they allow it. */
  refusalOf(url: Url): string | undefined {
    const { origin, path } = partsOf(url);
    const known = this.#known.get(origin);
    if (known === undefined) return "the robots.txt file of its host was not asked for before";
    if (known.rules === undefined) return "the robots.txt file of its host was not reached before";
    const line = disallowedBy(known.rules, path);
    return line === undefined ? undefined : `robots.txt forbids it: ${line}`;
  }

  /** Returns the crawl-delay of a URL's origin in ms; 0 when it has no crawl-delay. */
  crawlDelayMs(url: Url): number {
    return this.#known.get(partsOf(url).origin)?.rules?.crawlDelayMs ?? 0;
  }

  #rulesOf(file: RobotsFile): RobotsRules | undefined {
    if (file.kind === "found") return parseRobots(file.text, this.#productToken);
    return file.kind === "unavailable" ? NO_RULES : undefined;
  }
}

function partsOf(url: Url): { readonly origin: string; readonly path: string } {
  const start = url.indexOf("/", url.indexOf("//") + 2);
  return { origin: url.slice(0, start), path: url.slice(start) };
}

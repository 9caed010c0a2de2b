import type { PageRecord } from "../domain/page/page-record.ts";
import { leastRecall, mostLeft } from "../domain/stats/intervals/left-bound.ts";
import { leastShare } from "../domain/stats/intervals/recall-bound.ts";
import type {
  ControlRecall,
  DiscoveredRecall,
  RecallStatement,
} from "../domain/stats/intervals/recall-statement.ts";
import type { Url } from "../domain/web/url/url.ts";
import type { FrontierCount } from "../ports/frontier.ts";
import type { StopReason } from "./budget.ts";
import { ChanceDraws, type Drawn, type Verdicts } from "./chance-draws.ts";
import type { ControlRule, StopRule } from "./crawl-plan.ts";
import { ALIAS } from "./twin-pages.ts";

/** The counts of links on which a statement depends. */
type Links = Pick<FrontierCount, "states" | "chance">;

const NO_VERDICTS: Verdicts = new Map();

/** What a rule to stop by knows of a crawl. */
export class StopCheck {
  readonly #rule: StopRule | undefined;
  readonly #list: ControlList;
  readonly #draws = new ChanceDraws();

  /** Without a rule nothing is stated, and a crawl never stops by it. */
  constructor(rule: StopRule | undefined) {
    this.#rule = rule;
    this.#list = new ControlList(rule?.of === "control-list" ? rule : undefined);
  }

  /** Counts a record; one that replaces another of its URL counts alone. */
  count(record: Processed & Drawn, replaced: Drawn | undefined): void {
    if (this.#rule?.of === "control-list") this.#list.count(record);
    if (this.#rule?.of === "discovered") this.#draws.count(record, replaced);
  }

  /** Returns why to stop when the recall is stated that the rule asks for. */
  async reached(countLinks: () => Promise<Links>): Promise<StopReason | undefined> {
    if (this.#rule?.of !== "discovered") {
      return this.#list.isEnough ? "recall-reached" : undefined;
    }
    return this.statement(await countLinks())?.isStated === true ? "few-left" : undefined;
  }

  /** Whether some draws are by chance. */
  get drawsByChance(): boolean {
    return this.#rule?.of === "discovered";
  }

  /** Returns how many of the next draws are by chance. */
  chanceDraws(links: Links): number {
    return this.drawsByChance ? this.#draws.due(links) : 0;
  }

  /**
   * States the recall; `undefined` without a rule. `verdicts` are those of people; `labelled` are the records
   * of their pages, where these were not judged by them.
   */
  statement(
    links: Links,
    verdicts = NO_VERDICTS,
    labelled: readonly Drawn[] = [],
  ): RecallStatement | undefined {
    if (this.#rule === undefined) return undefined;
    return this.#rule.of === "control-list"
      ? this.#byControlList(this.#rule)
      : this.#byDraws(this.#rule, links, { verdicts, labelled });
  }

  #byControlList({ of, control, needed, recall, confidence }: ControlRule): ControlRecall {
    const { fetched, isEnough: isStated } = this.#list;
    const least = leastShare(fetched, control.size, confidence);
    return { of, control: control.size, fetched, needed, recall, confidence, isStated, least };
  }

  #byDraws(
    { of, recall, confidence }: Extract<StopRule, { of: "discovered" }>,
    links: Links,
    { verdicts, labelled }: { readonly verdicts: Verdicts; readonly labelled: readonly Drawn[] },
  ): DiscoveredRecall {
    const evidence = this.#draws.evidence(links, verdicts);
    const found = this.#draws.found(verdicts, labelled);
    const left = mostLeft(evidence, confidence);
    const least = leastRecall(found, left);
    return {
      of,
      recall,
      confidence,
      isStated: least >= recall,
      least,
      found,
      left,
      ...this.#draws.judged(verdicts),
      hits: evidence.hits.length,
      waiting: evidence.waiting,
      level: evidence.level,
    };
  }
}

const NO_RULE = { control: new Set<Url>(), needed: Number.POSITIVE_INFINITY };

/** The parts of a record by which a page of the list counts as fetched. */
type Processed = Pick<PageRecord, "url" | "state" | "reason">;

/** Counts which control pages a crawl has fetched, under their own name or a twin's. */
class ControlList {
  readonly #rule: Pick<ControlRule, "control" | "needed">;
  readonly #fetched = new Set<Url>();

  /** Without a rule there are no control pages, and there are never enough. */
  constructor(rule: Pick<ControlRule, "control" | "needed"> = NO_RULE) {
    this.#rule = rule;
  }

  /** Counts a record; one that replaces another of its URL counts alone. */
  count({ url, state, reason }: Processed): void {
    if (!this.#rule.control.has(url)) return;
    if (state === "fetched" || reason === ALIAS) this.#fetched.add(url);
    else this.#fetched.delete(url);
  }

  /** Control pages that are fetched. */
  get fetched(): number {
    return this.#fetched.size;
  }

  /** Whether so many are fetched that the recall is stated. */
  get isEnough(): boolean {
    return this.fetched >= this.#rule.needed;
  }
}

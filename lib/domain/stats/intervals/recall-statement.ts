/** What the rule of a project states of a crawl's recall, also while it runs. */
export type RecallStatement = ControlRecall | DiscoveredRecall;

type Stated = {
  /** The recall and the confidence that the project asks for, in (0,1). */
  readonly recall: number;
  readonly confidence: number;
  readonly isStated: boolean;
  /** The least recall that is shown at the confidence, in [0,1]. */
  readonly least: number;
};

/**
 * What a control list says. `least` is that of one look at this moment: who looks again and again until
 * it pleases has no such confidence.
 */
export type ControlRecall = Stated & {
  readonly of: "control-list";
  /** Pages of the list, seeds and examples left out, and those of them that are fetched. */
  readonly control: number;
  readonly fetched: number;
  /** Fetched pages of the list that state the recall. */
  readonly needed: number;
};

/** What draws by chance say of the links that were discovered. `least` holds at all moments together. */
export type DiscoveredRecall = Stated & {
  readonly of: "discovered";
  /** Links that wait or are being fetched. */
  readonly waiting: number;
  /** Relevant pages fetched, seeds left out, and the most that may be left among the waiting links. */
  readonly found: number;
  readonly left: number;
  /** Pages that were drawn by chance, those of them that are relevant, and that people judged. */
  readonly draws: number;
  readonly hits: number;
  readonly byPeople: number;
  /** Share of the discovered links that draws by chance have looked at, in [0,1). */
  readonly level: number;
};

/** Says it in one line. */
export function recallInWords(statement: RecallStatement): string {
  return statement.of === "control-list" ? controlInWords(statement) : discoveredInWords(statement);
}

function controlInWords(statement: ControlRecall): string {
  const { control, fetched, needed, recall, confidence, isStated, least } = statement;
  const at = `at ${percent(confidence)} confidence`;
  const pages = `${fetched} of ${control} pages of the control list are fetched`;
  return isStated
    ? `recall: at least ${percent(recall)} ${at}: ${pages}`
    : `recall: at least ${percent(least)} ${at} by a single look now: ${pages}; ${needed} would state ${percent(recall)}`;
}

function discoveredInWords(statement: DiscoveredRecall): string {
  const { waiting, found, left, recall, confidence, isStated, least, draws, hits } = statement;
  const share = `recall: at least ${percent(least)} of the relevant pages among the URLs discovered`;
  const counts = `${found} found, at most ${left} of ${waiting} queued URLs are relevant`;
  const by = `by ${draws} draws by chance with ${hits} relevant, ${judgesInWords(statement)}`;
  const asked = isStated ? "" : `; ${percent(recall)} is not stated yet`;
  return `${share}, at ${percent(confidence)} confidence: ${counts}, ${by}${asked}`;
}

function judgesInWords({ draws, byPeople }: DiscoveredRecall): string {
  if (byPeople === 0) return "all as predicted by the crawl";
  const judged = byPeople >= draws ? "all of the draws" : `${byPeople} of the draws`;
  return `with people's verdicts on ${judged} and all else as predicted by the crawl`;
}

function percent(share: number): string {
  return `${Number((100 * share).toFixed(1))} %`;
}

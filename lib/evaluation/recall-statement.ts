import { ControlList } from "../crawl/control-list.ts";
import type { StopRule } from "../crawl/crawl-plan.ts";
import { leastShare } from "../domain/metrics/recall-bound.ts";
import type { RecordStore } from "../ports/record-store.ts";

/** What a control list says of a crawl's recall. */
export interface RecallStatement {
  /** Pages of the list, seeds and examples left out, and those of them that are fetched. */
  readonly control: number;
  readonly fetched: number;
  /** Fetched pages of the list that state the recall. */
  readonly needed: number;
  readonly recall: number;
  readonly confidence: number;
  readonly isStated: boolean;
  /**
   * The least recall that one look at this moment shows at the confidence, in [0,1]. Who looks again
   * and again until it pleases has no such confidence.
   */
  readonly least: number;
}

/** States what the control list of a rule says of a crawl, also while it runs. */
export async function recallStatement(
  records: Pick<RecordStore, "get">,
  rule: StopRule,
): Promise<RecallStatement> {
  const { control, needed, recall, confidence } = rule;
  const list = new ControlList(rule);
  for (const url of control) {
    const record = await records.get(url);
    if (record !== undefined) list.count(record);
  }
  const { fetched, isEnough: isStated } = list;
  const least = leastShare(fetched, control.size, confidence);
  return { control: control.size, fetched, needed, recall, confidence, isStated, least };
}

/** Says it in one line. */
export function recallInWords(statement: RecallStatement): string {
  const { control, fetched, needed, recall, confidence, isStated, least } = statement;
  const at = `at ${percent(confidence)} confidence`;
  const pages = `${fetched} of ${control} pages of the control list are fetched`;
  return isStated
    ? `recall: at least ${percent(recall)} ${at}: ${pages}`
    : `recall: at least ${percent(least)} ${at} by a single look now: ${pages}; ${needed} would state ${percent(recall)}`;
}

function percent(share: number): string {
  return `${Number((100 * share).toFixed(1))} %`;
}

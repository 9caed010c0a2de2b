import type { PageVerdict } from "../domain/page/page-record.ts";
import { combineSignals, NO_SIGNALS, type Signals } from "../domain/web/signals/signals.ts";

/** Adds to what a page says of its use what its host says; nothing where neither says anything. */
export function withSignals(
  { signals: own = NO_SIGNALS }: Pick<PageVerdict, "signals">,
  ofHost: Signals,
): Pick<PageVerdict, "signals"> {
  const signals = combineSignals(own, ofHost);
  return signals.length === 0 ? {} : { signals };
}

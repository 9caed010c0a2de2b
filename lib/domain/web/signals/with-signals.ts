/** What the record of a page says of its use. */
import { combineSignals, NO_SIGNALS, type Signals } from "./signals.ts";

/** The keys of a page's record that say what may be done with it. */
export interface SignalKeys {
  /**
   * What its site says may be done with it: the page's own headers and `meta` elements, robots.txt
   * and the TDM file. Absent when there is nothing.
   */
  readonly signals?: Signals;
}

/** Adds to what a page says of its use what another source says; nothing where neither says anything. */
export function withSignals({ signals: own = NO_SIGNALS }: SignalKeys, other: Signals): SignalKeys {
  const signals = combineSignals(own, other);
  return signals.length === 0 ? {} : { signals };
}

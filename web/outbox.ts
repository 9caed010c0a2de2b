import { useEffect, useRef, useState } from "preact/hooks";
import type { Fault, Verdicts } from "../lib/workbench/schemas.ts";
import { api, faultOf, mayPass } from "./api.ts";
import { kept } from "./hooks.ts";

/** A verdict on its way to the host. */
export interface Sent {
  readonly kind: "labels" | "verdicts";
  readonly verdict: Verdicts[number];
}

/** Time after which a verdict that was not taken is sent again, in ms. */
const AGAIN_MS = 5_000;

/** Verdicts that the host has not taken yet: kept in the browser, so that none is lost. */
export interface Outbox {
  readonly waiting: number;
  readonly fault: Fault | undefined;
  /** Grows with each verdict that the host has taken. */
  readonly taken: number;
  readonly send: (sent: Sent) => void;
}

/** Events of the window: the host has taken a verdict, and one waits to be sent. */
export const TAKEN = "dowser-taken";
const WAITS = "dowser-waits";

/** The browser has no room left for a verdict. */
const NOT_KEPT: Fault = {
  code: "verdict-not-kept",
  message: "The browser has no room to keep this verdict.",
  hint: "Wait until the verdicts before it are sent, then give it again.",
};

/**
 * Sends verdicts one after the other, in their order; the next page need not wait for it. All tabs of a
 * run share them: each is kept under a name of its own, and one tab sends at a time.
 */
export function useOutbox(run: string): Outbox {
  const [state, setState] = useState({ waiting: namesOf(run).length, taken: 0 });
  const [fault, setFault] = useState<Fault>();
  const isSending = useRef(false);
  const flush = async () => {
    if (isSending.current) return;
    isSending.current = true;
    try {
      await alone(run, async () => {
        for (let [name] = namesOf(run); name !== undefined; [name] = namesOf(run)) {
          await sendOne(run, name);
          setFault(undefined);
          dispatchEvent(new Event(TAKEN));
        }
      });
    } catch (error) {
      setFault(faultOf(error));
    } finally {
      isSending.current = false;
      setState(({ taken }) => ({ waiting: namesOf(run).length, taken }));
    }
  };
  useEffect(() => {
    const onTaken = () =>
      setState(({ taken }) => ({ waiting: namesOf(run).length, taken: taken + 1 }));
    const onWaits = () => {
      setState(({ taken }) => ({ waiting: namesOf(run).length, taken }));
      void flush();
    };
    onWaits();
    addEventListener(TAKEN, onTaken);
    addEventListener(WAITS, onWaits);
    const timer = setInterval(() => void flush(), AGAIN_MS);
    return () => {
      removeEventListener(TAKEN, onTaken);
      removeEventListener(WAITS, onWaits);
      clearInterval(timer);
    };
  }, [run]);
  const send = (sent: Sent) => {
    if (!keepToSend(run, sent)) setFault(NOT_KEPT);
  };
  return { ...state, fault, send };
}

/** Keeps a verdict until some view of the run has sent it; false where the browser has no room. */
export function keepToSend(run: string, sent: Sent): boolean {
  try {
    localStorage.setItem(newName(run), JSON.stringify(sent));
  } catch {
    return false;
  }
  dispatchEvent(new Event(WAITS));
  return true;
}

/** Sends a verdict and forgets it. One that is refused for good is forgotten, too: it would hold up all behind it. */
async function sendOne(run: string, name: string): Promise<void> {
  const sent = kept<Sent | undefined>(name, undefined);
  try {
    if (sent !== undefined) await api.keepVerdicts(run, sent.kind, [sent.verdict]);
  } catch (error) {
    if (!mayPass(error)) localStorage.removeItem(name);
    throw error;
  }
  localStorage.removeItem(name);
}

/** Does work in one tab at a time. Where the browser has no locks, a verdict may be sent twice, which changes nothing. */
async function alone(run: string, work: () => Promise<void>): Promise<void> {
  const locks: LockManager | undefined = navigator.locks;
  await (locks === undefined ? work() : locks.request(prefixOf(run), work));
}

/** Returns the names of the verdicts of a run, the oldest first. */
function namesOf(run: string): string[] {
  return Object.keys(localStorage)
    .filter((name) => name.startsWith(prefixOf(run)))
    .toSorted();
}

function newName(run: string): string {
  const time = String(Date.now()).padStart(15, "0");
  const order = String(Math.floor(performance.now() * 1_000) % 1_000_000_000).padStart(9, "0");
  return `${prefixOf(run)}${time} ${order} ${Math.random().toString(36).slice(2)}`;
}

function prefixOf(run: string): string {
  return `dowser outbox ${run} `;
}

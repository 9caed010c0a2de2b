import { useEffect, useRef, useState } from "preact/hooks";
import type { Fault, Verdicts } from "../lib/workbench/schemas.ts";
import { api, faultOf, Refusal } from "./api.ts";
import { kept } from "./hooks.ts";

/** A verdict on its way to the host. */
interface Sent {
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

/** Sends verdicts one after the other, in their order; the next page need not wait for it. */
export function useOutbox(run: string): Outbox {
  const name = `dowser outbox ${run}`;
  const waiting = useRef<Sent[]>(kept(name, []));
  const isSending = useRef(false);
  const [state, setState] = useState({ waiting: waiting.current.length, taken: 0 });
  const [fault, setFault] = useState<Fault>();
  const keep = () => {
    localStorage.setItem(name, JSON.stringify(waiting.current));
    setState(({ taken }) => ({ waiting: waiting.current.length, taken }));
  };
  const flush = async () => {
    const [next] = waiting.current;
    if (next === undefined || isSending.current) return;
    isSending.current = true;
    try {
      await api.keepVerdicts(run, next.kind, [next.verdict]);
      waiting.current.shift();
      setFault(undefined);
      setState(({ taken }) => ({ waiting: waiting.current.length, taken: taken + 1 }));
    } catch (error) {
      setFault(faultOf(error));
      // A verdict that is refused for good would hold up all behind it.
      if (error instanceof Refusal && error.fault.code !== "no-token") waiting.current.shift();
      else return;
    } finally {
      isSending.current = false;
      keep();
    }
    await flush();
  };
  useEffect(() => {
    void flush();
    const timer = setInterval(() => void flush(), AGAIN_MS);
    return () => clearInterval(timer);
  }, [run]);
  const send = (sent: Sent) => {
    waiting.current.push(sent);
    keep();
    void flush();
  };
  return { ...state, fault, send };
}

import { useEffect, useState } from "preact/hooks";
import type { Fault } from "../lib/workbench/schemas.ts";
import { faultOf } from "./api.ts";
import { useKeys } from "./hooks.ts";
import { keepToSend, type Sent, useOutbox } from "./outbox.ts";
import { FaultNote, Key } from "./parts.tsx";

/** Something that was done to a run, and can be taken back. */
interface Done {
  readonly run: string;
  readonly says: string;
  readonly undo: () => Promise<unknown> | void;
}

/** What a label says. */
export function wordOf(label: number | null): "good" | "bad" | null {
  return label === null ? null : label >= 0.5 ? "good" : "bad";
}

/** Most steps that can be taken back. */
const MOST = 200;

/** Event of the window when something was done, or taken back. */
const DONE = "dowser-done";

const done: Done[] = [];

/** Remembers something that was done, so that it can be taken back in any view. */
export function remember(step: Done): void {
  done.push(step);
  if (done.length > MOST) done.shift();
  dispatchEvent(new Event(DONE));
}

/** What was said of pages in this tab, by run and URL: a verdict that is taken back gives way to the one before. */
const said = new Map<string, Sent["verdict"]>();

/** A verdict to be given, and what a person had said of its page when it was loaded. */
export interface Given extends Sent {
  readonly before: Sent["verdict"]["label"];
}

/** Sends verdicts, and remembers them as one step; `onUndo` is called with what holds of each again. */
export function giveVerdicts(
  run: string,
  given: readonly Given[],
  step: { readonly says: string; readonly onUndo: (labels: readonly Given["before"][]) => void },
): void {
  const before = given.map(({ kind, verdict, before: label }): Sent => {
    const name = `${run} ${kind} ${verdict.url}`;
    const last = said.get(name) ?? { url: verdict.url, label };
    said.set(name, verdict);
    keepToSend(run, { kind, verdict });
    return { kind, verdict: last };
  });
  const undo = () => {
    for (const { kind, verdict } of before) {
      said.set(`${run} ${kind} ${verdict.url}`, verdict);
      keepToSend(run, { kind, verdict });
    }
    step.onUndo(before.map(({ verdict }) => verdict.label));
  };
  remember({ run, says: step.says, undo });
}

/** The last step of a run that can be taken back, and how. */
export function useUndo(run: string) {
  const [, draw] = useState(0);
  const [fault, setFault] = useState<Fault>();
  useEffect(() => {
    const changed = () => draw((times) => times + 1);
    addEventListener(DONE, changed);
    return () => removeEventListener(DONE, changed);
  }, []);
  const at = done.findLastIndex((step) => step.run === run);
  const undo = () => {
    const [step] = at < 0 ? [] : done.splice(at, 1);
    dispatchEvent(new Event(DONE));
    Promise.resolve(step?.undo()).then(
      () => setFault(undefined),
      (error: unknown) => setFault(faultOf(error)),
    );
  };
  return { last: done[at], undo, fault };
}

interface UndoBarProps {
  readonly run: string;
  /** Whether the view has a button of its own. */
  readonly isQuiet: boolean;
  /** Whether the view sends verdicts, and says itself when they are not taken. */
  readonly sends: boolean;
}

/** Takes the last step back by a key in all views of a run, and by a button in most. */
export function UndoBar({ run, isQuiet, sends }: UndoBarProps) {
  const { last, undo, fault } = useUndo(run);
  // What is taken back is sent from here where the view sends nothing.
  const outbox = useOutbox(run);
  useKeys({ z: undo });
  return (
    <div class={last === undefined || isQuiet ? "undo unseen" : "undo"}>
      <FaultNote fault={fault ?? (sends ? undefined : outbox.fault)} />
      <span role="status">{last?.says}</span>
      {last !== undefined && !isQuiet && (
        <button type="button" onClick={undo}>
          Undo <Key name="z" />
        </button>
      )}
    </div>
  );
}

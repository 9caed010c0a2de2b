import { useEffect, useState } from "preact/hooks";
import type { Tally } from "../lib/workbench/schemas.ts";
import { api } from "./api.ts";
import { useLive, useLoaded } from "./hooks.ts";
import { TAKEN } from "./outbox.ts";
import type { RunView } from "./route.ts";
import { bounds, count, percent, STATES } from "./words.ts";

/** How far a step of a run is: a short mark, and what it means. */
interface StepState {
  readonly mark: string;
  readonly says: string;
}

/** Time after a verdict before the labels are counted again, in ms. */
const SETTLED_MS = 1_000;

/** Follows how far the steps of a run are. */
export function useStepStates(run: string): Partial<Record<RunView, StepState>> {
  const live = useLive(run).value;
  const crawl = live?.crawl;
  // A run without a page has no verdict, and may not be there yet.
  const hasPages = (crawl?.report?.fetched ?? 0) > 0;
  const key = [run, useTaken(), live?.model.trainings, crawl?.state, hasPages].join(" ");
  const tally = useLoaded(key, async () => (hasPages ? api.tally(run) : undefined)).value;
  const isCrawling = crawl?.state === "running" || crawl?.state === "starting";
  const judge = tally && judged(tally);
  const precision = tally?.exported?.precision ?? null;
  return {
    ...(crawl !== undefined && {
      watch: { mark: isCrawling ? "●" : "", says: STATES[crawl.state] },
    }),
    ...(judge !== undefined && { judge }),
    ...(precision !== null && {
      take: {
        mark: percent(precision.share),
        says: `precision by a sample: ${percent(precision.share)}, 95 % interval ${bounds(precision)}`,
      },
    }),
  };
}

function judged({ good, bad, applied, ...samples }: Tally): StepState | undefined {
  const waiting = good + bad - applied;
  const { exported } = samples;
  const own = exported && { sampled: exported.judged, of: exported.sampled };
  // That of the export comes first.
  const all = samples.sample && {
    sampled: samples.sample.precision.cases,
    of: samples.sample.sampled,
  };
  const sample = [own, all].find((each) => each !== null && each.sampled < each.of);
  const isOpen = sample !== undefined && sample !== null;
  const words = [
    waiting > 0
      ? `${count(waiting)} ${waiting === 1 ? "label waits" : "labels wait"} for the crawl to go on`
      : "",
    isOpen ? `sample: ${count(sample.sampled)} of ${count(sample.of)} judged` : "",
  ].filter((each) => each !== "");
  if (words.length === 0) return undefined;
  const marks = [
    waiting > 0 ? count(waiting) : "",
    isOpen ? `${count(sample.sampled)}/${count(sample.of)}` : "",
  ];
  return { mark: marks.filter((each) => each !== "").join(" · "), says: words.join("; ") };
}

/** Grows once the verdicts of a while are taken. */
function useTaken(): number {
  const [taken, setTaken] = useState(0);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const count = () => {
      clearTimeout(timer);
      timer = setTimeout(() => setTaken((before) => before + 1), SETTLED_MS);
    };
    addEventListener(TAKEN, count);
    return () => {
      clearTimeout(timer);
      removeEventListener(TAKEN, count);
    };
  }, []);
  return taken;
}

import { useState } from "preact/hooks";
import type { Fault, Tally } from "../lib/workbench/schemas.ts";
import { api, faultOf } from "./api.ts";
import { CorpusCut } from "./corpus.tsx";
import { FileLink } from "./file-link.tsx";
import { useLoaded, useReturn } from "./hooks.ts";
import { judgeNext } from "./judging.ts";
import { ByCommand, FaultNote, NoPages, NoView } from "./parts.tsx";
import { linkTo } from "./route.ts";
import { Pages } from "./take-pages.tsx";
import { count, sentence } from "./words.ts";

/** Everything that can be taken out of a run, each with the command that does the same. */
export function Take({ run }: { readonly run: string }) {
  const { value, fault, reload } = useLoaded(run, () => api.watch(run));
  const tally = useLoaded(run, () => api.tally(run));
  const changed = () => {
    reload();
    tally.reload();
  };
  useReturn(changed);
  if (value === undefined) {
    return fault === undefined ? (
      <p class="loading">Reading the run …</p>
    ) : (
      <NoView {...{ run, fault }} />
    );
  }
  const { fetched = 0, targets = 0 } = value.crawl.report ?? {};
  if (fetched === 0)
    return (
      <>
        <h1>Export</h1>
        <NoPages run={run} />
      </>
    );
  const directory = `runs/${run}`;
  return (
    <div class="take">
      <h1>Export</h1>
      <CorpusCut run={run} onChange={changed} isBrief />
      {tally.value !== undefined && <Sure run={run} targets={targets} tally={tally.value} />}
      <section aria-labelledby="report">
        <h2 id="report">Report</h2>
        <p>
          What was asked, what was found, how sure that is: one file with plots, to be handed on.
        </p>
        <FileLink class="button main" run={run} path="/report.html">
          Save the report
        </FileLink>{" "}
        <FileLink class="button" run={run} path="/report.html?show=true" isShown>
          Open it to print
        </FileLink>
        <p class="hint">
          For a PDF, open it, print it, and choose “Save as PDF”: your browser writes the file,
          without navigation and with all details open.
        </p>
        <ByCommand text={`dowser report ${directory} --html ${run}-report.html`} />
      </section>
      <Pages run={run} targets={targets} fetched={fetched} />
      {tally.value !== undefined && <Samples run={run} tally={tally.value} />}
    </div>
  );
}

interface TallyProps {
  readonly run: string;
  readonly tally: Tally;
}

/** How many of the exported pages are relevant, by people; then how many of all pages fetched. */
function Sure({ run, targets, tally }: TallyProps & { readonly targets: number }) {
  const { exported, harvest } = tally;
  const left = exported === null ? 0 : exported.sampled - exported.judged;
  const isPrecision = (line: string) => line.startsWith("precision");
  const lines = harvest
    .split("\n")
    .toSorted((a, b) => Number(isPrecision(b)) - Number(isPrecision(a)));
  const isOld = exported !== null && exported.judged > 0 && exported.precision === null;
  return (
    <section aria-labelledby="sure">
      <h2 id="sure">Precision of the export</h2>
      {!lines.some(isPrecision) && (
        <p>
          <strong>Not judged by anybody yet.</strong>{" "}
          {isOld
            ? "The sample is of pages that were called relevant before. "
            : `Fifty keys on a random sample of the ${count(targets)} pages say it. `}
        </p>
      )}
      {lines.map((line) => (
        <p key={line}>{sentence(line)}</p>
      ))}
      {targets > 0 && (exported === null || isOld) && <DrawAndJudge run={run} isOld={isOld} />}
      {targets > 0 && exported !== null && !isOld && left > 0 && (
        <p>
          <a
            class="button"
            href={linkTo({ view: "judge", run })}
            onClick={() => judgeNext(run, "exported")}
          >
            {exported.judged === 0
              ? "Judge a sample of the export"
              : `Judge the ${count(left)} pages that are left`}
          </a>
        </p>
      )}
    </section>
  );
}

interface DrawProps {
  readonly run: string;
  /** Whether a sample was drawn when other pages were called relevant. */
  readonly isOld: boolean;
}

/** Draws a sample of what is exported now, and opens it to be judged. */
function DrawAndJudge({ run, isOld }: DrawProps) {
  const [fault, setFault] = useState<Fault>();
  const [isDrawing, setDrawing] = useState(false);
  const draw = () => {
    setDrawing(true);
    const judge = () => {
      judgeNext(run, "exported");
      location.hash = linkTo({ view: "judge", run });
    };
    const fail = (error: unknown) => setFault(faultOf(error));
    api
      .drawSample(run, "targets")
      .then(judge, fail)
      .finally(() => setDrawing(false));
  };
  return (
    <>
      <p>
        <button type="button" disabled={isDrawing} onClick={draw}>
          {isOld ? "Draw and judge a sample of these pages" : "Judge a sample of the export"}
        </button>
      </p>
      <FaultNote fault={fault} />
    </>
  );
}

function Samples({ run, tally: { sample, exported } }: TallyProps) {
  return (
    <section aria-labelledby="sample">
      <h2 id="sample">Samples</h2>
      <p>
        {sample === null && exported === null
          ? "No sample is drawn yet."
          : "Each page with the probability by which it was drawn."}
      </p>
      {exported !== null && (
        <>
          <FileLink class="button" run={run} path="/sample.jsonl?of=targets">
            Save the sample of the export
          </FileLink>{" "}
        </>
      )}
      {sample !== null && (
        <FileLink class="button" run={run} path="/sample.jsonl">
          Save the sample of all pages
        </FileLink>
      )}
    </section>
  );
}

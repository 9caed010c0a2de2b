import { api } from "./api.ts";
import { FileLink } from "./file-link.tsx";
import { useLoaded } from "./hooks.ts";
import { Command, Empty, FaultNote } from "./parts.tsx";
import { linkTo } from "./route.ts";
import { Pages } from "./take-pages.tsx";

/** Everything that can be taken out of a run, each with the command that does the same. */
export function Take({ run }: { readonly run: string }) {
  const { value, fault } = useLoaded(run, () => api.watch(run));
  const tally = useLoaded(run, () => api.tally(run));
  if (value === undefined) {
    return fault === undefined ? (
      <p class="loading">Reading the run …</p>
    ) : (
      <FaultNote fault={fault} />
    );
  }
  const { fetched = 0, targets = 0 } = value.crawl.report ?? {};
  if (fetched === 0) {
    return (
      <Empty title="There is nothing to export yet">
        <p>
          <a href={linkTo({ view: "watch", run })}>Watch the crawl</a> until it has fetched pages.
        </p>
      </Empty>
    );
  }
  const directory = `runs/${run}`;
  return (
    <div class="take">
      <h1>Export</h1>
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
        <Command text={`dowser report ${directory} --html report.html`} />
      </section>
      <Pages run={run} targets={targets} fetched={fetched} />
      <Sample run={run} isThere={tally.value?.sample !== null && tally.value !== undefined} />
    </div>
  );
}

function Sample({ run, isThere }: { readonly run: string; readonly isThere: boolean }) {
  return (
    <section aria-labelledby="sample">
      <h2 id="sample">Sample</h2>
      {isThere ? (
        <>
          <p>The random sample, each page with the probability by which it was drawn.</p>
          <FileLink class="button" run={run} path="/sample.jsonl">
            Save the sample
          </FileLink>
          <Command text={`dowser sample runs/${run}`} />
        </>
      ) : (
        <p>
          No sample is drawn yet.{" "}
          <a href={linkTo({ view: "judge", run })}>Judge the random queue</a> to measure how good
          the pages are.
        </p>
      )}
    </section>
  );
}

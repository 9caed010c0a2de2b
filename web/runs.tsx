import { useEffect, useRef, useState } from "preact/hooks";
import type { Fault, RunFigures, Runs } from "../lib/workbench/schemas.ts";
import { api, faultOf } from "./api.ts";
import { useLoaded } from "./hooks.ts";
import { FaultNote } from "./parts.tsx";
import { linkTo } from "./route.ts";
import { count, moment, STATES, size } from "./words.ts";

type Listed = Runs["runs"][number];

/** All runs of the folder, with what each holds. */
export function RunList({ runs, onChange }: { runs: readonly Listed[]; onChange: () => void }) {
  const canManage = useLoaded("host", api.host).value?.can.manage === true;
  const figures = useFigures(runs);
  const [fault, setFault] = useState<Fault>();
  const act = (work: () => Promise<unknown>) => {
    setFault(undefined);
    work().then(onChange, (error: unknown) => setFault(faultOf(error)));
  };
  return (
    <div class="runs">
      <div class="title-line">
        <h1>Runs</h1>
        <a class="button main" href={linkTo({ view: "begin" })}>
          New crawl
        </a>
      </div>
      <FaultNote fault={fault} />
      <ul aria-label="Runs">
        {runs.map((listed) => (
          <RunRow
            key={listed.run}
            {...{ listed, canManage, act }}
            figures={figures.get(`${listed.run} ${listed.changedAt}`)}
          />
        ))}
      </ul>
    </div>
  );
}

/** Counts the runs one by one, as each is read whole; what has not changed since is not counted again. */
function useFigures(runs: readonly Listed[]): ReadonlyMap<string, RunFigures> {
  const [known, setKnown] = useState<ReadonlyMap<string, RunFigures>>(new Map());
  const key = runs.map(({ run, changedAt }) => `${run} ${changedAt}`).join("\n");
  useEffect(() => {
    let isCurrent = true;
    const count = async () => {
      for (const { run, changedAt, problem } of runs) {
        if (!isCurrent) return;
        if (problem !== null) continue;
        // A run that cannot be counted says so in its views.
        const figures = await api.figures(run).catch(() => undefined);
        if (figures !== undefined && isCurrent)
          setKnown((before) => new Map(before).set(`${run} ${changedAt}`, figures));
      }
    };
    void count();
    return () => {
      isCurrent = false;
    };
  }, [key]);
  return known;
}

interface RowProps {
  readonly listed: Listed;
  readonly figures: RunFigures | undefined;
  readonly canManage: boolean;
  readonly act: (work: () => Promise<unknown>) => void;
}

function RunRow({ listed, figures, canManage, act }: RowProps) {
  const { run, state, topic, changedAt, problem } = listed;
  const [isRenaming, setRenaming] = useState(false);
  return (
    <li class={problem === null ? "run-row" : "run-row damaged"}>
      <div class="who">
        {isRenaming ? (
          <RenameForm
            run={run}
            onEnd={(to) => {
              setRenaming(false);
              if (to !== undefined && to !== run) act(() => api.rename(run, to));
            }}
          />
        ) : (
          <h2>
            <a href={linkTo({ view: "watch", run })}>
              <bdi>{run}</bdi>
            </a>
          </h2>
        )}
        {topic !== null && (
          <p class="hint">
            <bdi>{topic}</bdi>
          </p>
        )}
        {problem !== null && (
          <p class="problem">
            {problem.message}: {problem.hint}
          </p>
        )}
      </div>
      {problem === null && <RunFiguresList {...{ state, figures, changedAt }} />}
      {canManage && (
        <Orders
          {...{ run, figures, act }}
          onRename={() => setRenaming(true)}
          isRead={problem === null}
        />
      )}
    </li>
  );
}

function RunFiguresList({
  state,
  figures,
  changedAt,
}: Pick<Listed, "state" | "changedAt"> & Pick<RowProps, "figures">) {
  const [word = ""] = STATES[state].split(":");
  const cells = [
    ["status", word],
    ["pages", figures && count(figures.pages)],
    ["relevant, predicted", figures && count(figures.targets)],
    ["labels", figures && count(figures.labels)],
    ["last activity", moment(changedAt)],
    ["size", figures && size(figures.bytes)],
  ] as const;
  return (
    <dl class="cells">
      {cells.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value ?? "…"}</dd>
        </div>
      ))}
    </dl>
  );
}

interface OrdersProps extends Pick<RowProps, "figures" | "act"> {
  readonly run: string;
  /** Whether it can be read, and so duplicated and renamed with sense. */
  readonly isRead: boolean;
  readonly onRename: () => void;
}

function Orders({ run, figures, act, isRead, onRename }: OrdersProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  return (
    <div class="run-orders">
      {isRead && (
        <>
          <button type="button" class="quiet" onClick={onRename}>
            Rename<span class="unseen"> {run}</span>
          </button>
          <button type="button" class="quiet" onClick={() => act(() => api.duplicate(run))}>
            Duplicate<span class="unseen"> {run}</span>
          </button>
        </>
      )}
      <button type="button" class="quiet" onClick={() => dialog.current?.showModal()}>
        Delete<span class="unseen"> {run}</span>
      </button>
      <dialog ref={dialog} aria-label={`Delete ${run}?`}>
        <p>
          <strong>
            Delete <bdi>{run}</bdi> for good?
          </strong>
        </p>
        <p>
          {figures === undefined
            ? "Its pages, labels and samples are removed"
            : `Its ${count(figures.pages)} pages and ${count(figures.labels)} labels (${size(figures.bytes)}) are removed`}
          , and cannot be brought back. The project file stays.
        </p>
        <form method="dialog" class="orders">
          <button type="submit">Keep it</button>
          <button type="submit" class="danger" onClick={() => act(() => api.remove(run))}>
            Delete it
          </button>
        </form>
      </dialog>
    </div>
  );
}

function RenameForm({
  run,
  onEnd,
}: {
  readonly run: string;
  readonly onEnd: (to: string | undefined) => void;
}) {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.select(), []);
  return (
    <form
      class="orders"
      onSubmit={(event) => {
        event.preventDefault();
        onEnd(field.current?.value.trim());
      }}
    >
      <input
        ref={field}
        aria-label={`New name of ${run}`}
        defaultValue={run}
        onKeyDown={({ key }) => key === "Escape" && onEnd(undefined)}
      />
      <button type="submit">Rename</button>
    </form>
  );
}

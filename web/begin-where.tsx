import { useState } from "preact/hooks";
import type { AskedSeed } from "../lib/workbench/begin-schemas.ts";
import { api, faultOf } from "./api.ts";
import { completeAddress, entriesOf, withEntries } from "./begin-draft.ts";
import { DropField, readList } from "./begin-files.tsx";
import { FieldFault, type StepProps, tied } from "./begin-steps.tsx";
import { count } from "./words.ts";

/** Where it begins, and how far it goes. */
export function WhereFields(props: StepProps) {
  const { draft, onChange } = props;
  return (
    <>
      <Seeds {...props} />
      <Engine {...props} />
      <label>
        How far
        <select
          {...tied(props.faults, "hosts")}
          value={draft.hosts}
          onChange={({ currentTarget: { value } }) =>
            onChange({ hosts: value === "any" || value === "seeds" ? value : "" })
          }
        >
          <option value="">as fits what you look for</option>
          <option value="any">follow links to any host</option>
          <option value="seeds">stay on the hosts where it begins</option>
        </select>
        <FieldFault faults={props.faults} field="hosts" />
      </label>
    </>
  );
}

/** Rows of the field before it scrolls; so many are told beside their line. */
const MOST_ROWS = 12;

/** Most addresses that are asked: each waits for its site. */
const MOST_ASKED = 20;

function Seeds(props: StepProps) {
  const { draft, gathers, faults, onChange } = props;
  const take = (entries: readonly string[]) =>
    onChange(({ seeds }) => ({ seeds: withEntries(seeds, entries) }));
  const seeds = entriesOf(draft.seeds);
  const complete = () => onChange({ seeds: seeds.map(completeAddress).join("\n") });
  return (
    <DropField
      isOpen={gathers}
      invitation="or drop lists (TXT, CSV) here"
      accept=".txt,.csv,.tsv"
      read={readList}
      onTake={take}
    >
      <div class="seeds">
        <label>
          Where to begin: addresses, one a line
          <textarea
            {...tied(faults, "seeds")}
            rows={Math.min(MOST_ROWS, Math.max(3, seeds.length))}
            value={draft.seeds}
            spellcheck={false}
            placeholder="example.org"
            onInput={(event) => onChange({ seeds: inLines(event.currentTarget.value) })}
            onBlur={complete}
          />
          <FieldFault faults={faults} field="seeds" />
        </label>
        <SeedAnswers {...props} />
      </div>
    </DropField>
  );
}

/** Puts addresses that come with spaces between, as from another page, on lines of their own. */
function inLines(text: string): string {
  return text.replaceAll(/[^\S\n]+/g, "\n");
}

type Answer = AskedSeed | "asking";

/** Asks the addresses one by one, and says of each what it answers, beside its line. */
function SeedAnswers({ draft, project, web }: StepProps) {
  const [answers, setAnswers] = useState<ReadonlyMap<string, Answer>>(new Map());
  const seeds = entriesOf(draft.seeds).map(completeAddress);
  const isAsking = [...answers.values()].includes("asking");
  const ask = async () => {
    for (const url of seeds.slice(0, MOST_ASKED)) {
      const say = (answer: Answer) => setAnswers((before) => new Map(before).set(url, answer));
      say("asking");
      say(await answerOf(url, project?.text ?? ""));
    }
  };
  if (seeds.length === 0) return null;
  const needsContact = web === "live" && draft.contact === "";
  return (
    <div class="answers">
      <ol class="lines" aria-label="What they answer" aria-live="polite">
        {seeds.slice(0, MOST_ROWS).map((url) => (
          <li key={url}>
            <SeedAnswer url={url} answer={answers.get(url)} />
          </li>
        ))}
      </ol>
      {seeds.length > MOST_ROWS && <p class="hint">and {count(seeds.length - MOST_ROWS)} more</p>}
      <p>
        <button type="button" disabled={isAsking || needsContact} onClick={ask}>
          Ask each once
        </button>{" "}
        <span class="hint">
          {needsContact
            ? "once your contact is there, in step 3"
            : "whether it answers, and robots.txt allows it"}
        </span>
      </p>
    </div>
  );
}

function SeedAnswer({
  url,
  answer,
}: {
  readonly url: string;
  readonly answer: Answer | undefined;
}) {
  const known = answer ?? (URL.canParse(url) ? undefined : NO_ADDRESS);
  const shown = <span class="unseen">{url}: </span>;
  if (known === undefined)
    return (
      <>
        {shown}
        <span class="hint">not asked yet</span>
      </>
    );
  if (known === "asking")
    return (
      <>
        {shown}
        <span class="hint">asking…</span>
      </>
    );
  return (
    <span class={known.isPage ? "fits" : "fails"}>
      {shown}
      <span aria-hidden="true">{known.isPage ? "✓" : "✗"}</span>{" "}
      <bdi>{known.isPage ? known.says || "a page without a title" : known.says}</bdi>
    </span>
  );
}

const NO_ADDRESS: AskedSeed = { isPage: false, says: "is no address" };

async function answerOf(url: string, project: string): Promise<AskedSeed> {
  try {
    return await api.askSeed({ url, project });
  } catch (error) {
    return { isPage: false, says: `could not be asked: ${faultOf(error).message}` };
  }
}

function Engine({ draft, web, faults, onChange }: StepProps) {
  return (
    <details open={draft.engine !== ""}>
      <summary>Let a search engine find more</summary>
      <div class="row">
        <label>
          Search engine for more seeds
          <select
            {...tied(faults, "engine")}
            value={draft.engine}
            onChange={({ currentTarget: { value } }) =>
              onChange({ engine: ENGINES.find((engine) => engine === value) ?? "" })
            }
          >
            <option value="">none</option>
            <option value="searxng">a SearXNG instance</option>
            <option value="brave">Brave, by the key in BRAVE_SEARCH_API_KEY</option>
            {web === "recorded" && <option value="local">the text of the recording</option>}
          </select>
          <FieldFault faults={faults} field="engine" />
        </label>
        {draft.engine === "searxng" && (
          <label>
            Address of the instance
            <input
              {...tied(faults, "engineUrl")}
              value={draft.engineUrl}
              placeholder="http://127.0.0.1:8080"
              onInput={(event) => onChange({ engineUrl: event.currentTarget.value.trim() })}
            />
            <FieldFault faults={faults} field="engineUrl" />
          </label>
        )}
      </div>
    </details>
  );
}

const ENGINES = ["searxng", "brave", "local"] as const;

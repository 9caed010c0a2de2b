import type { ComponentChildren } from "preact";
import { TopicConcepts } from "./begin-concepts.tsx";
import { entriesOf, withEntries } from "./begin-draft.ts";
import { DropField, readExamples } from "./begin-files.tsx";
import { ClickPaths } from "./begin-paths.tsx";
import { isEmpty } from "./begin-problems.ts";
import { ExampleSearch } from "./begin-search.tsx";
import { FieldFault, type StepProps, tied } from "./begin-steps.tsx";
import { count } from "./words.ts";

/** What is looked for: a question in words, and pages that show it. */
export function WhatFields(props: StepProps) {
  const { draft, faults, onChange } = props;
  return (
    <>
      <label>
        What should a page be about, or be? In words
        <textarea
          {...tied(faults, "topic")}
          rows={2}
          value={draft.topic}
          placeholder="beekeeping in cities"
          onInput={(event) => onChange({ topic: event.currentTarget.value })}
        />
        <FieldFault faults={faults} field="topic" />
      </label>
      {draft.topic.trim() !== "" && (
        <label>
          Words that such pages have: seven to twenty-five, as by two words few pages are told
          <textarea
            {...tied(faults, "words")}
            rows={2}
            value={draft.words}
            placeholder="hive, honey, queen, swarm, varroa, apiary, nectar"
            onInput={(event) => onChange({ words: event.currentTarget.value })}
          />
          <FieldFault faults={faults} field="words" />
        </label>
      )}
      <Examples {...props} />
      <OtherEvidence {...props} />
      <Proposal {...props} />
    </>
  );
}

/** What else can say what is looked for. */
function OtherEvidence(props: StepProps) {
  const { draft, faults, gathers, onChange } = props;
  return (
    <div class="more">
      {gathers && (
        <More title="Search for examples, and judge what is found">
          <ExampleSearch {...props} />
        </More>
      )}
      <More title={`They are all built like one page${said(draft.examplePage)}`}>
        <label>
          Address of one of them
          <input
            {...tied(faults, "examplePage")}
            value={draft.examplePage}
            placeholder="https://forum.example.org/member?u=7"
            onInput={(event) => onChange({ examplePage: event.currentTarget.value.trim() })}
          />
          <FieldFault faults={faults} field="examplePage" />
        </label>
      </More>
      {gathers && (
        <>
          <More title={`Concepts of an ontology${said(draft.ontology)}`}>
            <TopicConcepts draft={draft} onChange={onChange} />
          </More>
          <More title={`Click paths to such pages${said(draft.paths)}`}>
            <ClickPaths draft={draft} onChange={onChange} />
          </More>
        </>
      )}
    </div>
  );
}

function More({
  title,
  children,
}: {
  readonly title: string;
  readonly children: ComponentChildren;
}) {
  return (
    <details>
      <summary>{title}</summary>
      {children}
    </details>
  );
}

function said(what: string): string {
  return what === "" ? "" : `: ${what}`;
}

/** Pages that are looked for, beside those that are not. */
function Examples({ draft, gathers, faults, onChange }: StepProps) {
  const take = (entries: readonly string[]) =>
    onChange(({ good }) => ({ good: withEntries(good, entries) }));
  const field = (key: "good" | "bad", name: string) => (
    <label>
      {name}
      {counted(draft[key])}
      <textarea
        {...tied(faults, key)}
        rows={4}
        value={draft[key]}
        spellcheck={false}
        onInput={(event) => onChange({ [key]: event.currentTarget.value })}
      />
      <FieldFault faults={faults} field={key} />
    </label>
  );
  return (
    <div class="both">
      <DropField
        isOpen={gathers}
        invitation="or drop saved pages (HTML), recordings (WARC) and lists (TXT, CSV) here"
        accept=".html,.htm,.warc,.gz,.txt,.csv,.tsv"
        read={readExamples}
        onTake={take}
      >
        {field("good", "Examples of such pages: addresses, one a line")}
      </DropField>
      {field("bad", "Pages like these are not meant")}
    </div>
  );
}

function counted(entries: string): string {
  const { length } = entriesOf(entries);
  return length === 0 ? "" : ` (${count(length)})`;
}

/** The strategy in a sentence, once something says what is looked for. */
function Proposal({ draft, project }: StepProps) {
  if (project?.strategy === undefined || project.strategy === null || isEmpty(draft)) return null;
  return (
    <p class="proposal">
      Strategy <strong>{project.strategy}</strong>
      {project.because === null ? "" : `: ${project.because}`}. Another one is named in the project
      file.
    </p>
  );
}

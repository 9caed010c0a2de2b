import { useState } from "preact/hooks";
import type { ConceptsAnswer } from "../lib/workbench/begin-schemas.ts";
import type { Fault } from "../lib/workbench/schemas.ts";
import { api, faultOf } from "./api.ts";
import type { FieldProps } from "./begin-draft.ts";
import { useLoaded } from "./hooks.ts";
import { FaultNote } from "./parts.tsx";
import { count } from "./words.ts";

type Concept = ConceptsAnswer["concepts"][number];

/** Steps around a topic that are offered; two are a topic's siblings and their like. */
const STEPS = [1, 2, 3, 4] as const;

const RELATIONS: Readonly<Record<Concept["relation"], string>> = {
  synonym: "the topic itself",
  narrower: "narrower",
  partial: "broader",
  context: "related",
};

/** A topic of an ontology, whose concepts are pruned and kept as the list of the project. */
export function TopicConcepts({ draft, onChange }: FieldProps) {
  const { value: listed, fault } = useLoaded("ontologies", api.ontologies);
  const look = useLookUp(draft.concept ?? draft.topic, (concept) => onChange({ concept }));
  const names = listed?.ontologies ?? [];
  const ontology = names.includes(look.ontology) ? look.ontology : (names[0] ?? "");
  const keep = () => look.keep(ontology, draft.topic, onChange);
  if (listed !== undefined && names.length === 0)
    return (
      <p class="hint">
        Put an ontology or a concept list beside the project files, or import one:{" "}
        <code>dowser ontology import FILE</code>. Then open this view again.
      </p>
    );
  return (
    <>
      {draft.ontology !== "" && <Chosen draft={draft} onChange={onChange} />}
      <LookUpFields {...{ names, ontology, look }} />
      <FaultNote fault={look.fault ?? fault} />
      {look.found !== undefined && (
        <Prune found={look.found.answer} out={look.out} onOut={look.setOut} onKeep={keep} />
      )}
    </>
  );
}

/** The list that the project names now. */
function Chosen({ draft, onChange }: FieldProps) {
  const isOld = draft.topic !== draft.ontologyWords;
  return (
    <p role="status" class="hint">
      The project uses <bdi>{draft.ontology}</bdi>.{" "}
      {isOld &&
        "It was kept for other words than those above: look the topic up and keep it again. "}
      <button
        type="button"
        class="quiet"
        onClick={() => onChange({ ontology: "", ontologyWords: "" })}
      >
        Use none
      </button>
    </p>
  );
}

interface LookUpProps {
  readonly names: readonly string[];
  readonly ontology: string;
  readonly look: ReturnType<typeof useLookUp>;
}

function LookUpFields({ names, ontology, look }: LookUpProps) {
  const go = () => look.begin(ontology);
  return (
    <div class="ask">
      <label>
        Ontology
        <select
          value={ontology}
          onChange={({ currentTarget }) => look.setOntology(currentTarget.value)}
        >
          {names.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </select>
      </label>
      <label>
        Topic in it
        <input
          maxLength={400}
          value={look.topic}
          onInput={({ currentTarget }) => look.setTopic(currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== "Enter") return;
            // The form around it begins the crawl.
            event.preventDefault();
            go();
          }}
        />
      </label>
      <button type="button" disabled={look.topic.trim() === "" || look.isAsking} onClick={go}>
        Look up
      </button>
      <label>
        Steps around it
        <select
          value={look.reach}
          onChange={({ currentTarget }) => look.setReach(Number(currentTarget.value))}
        >
          {STEPS.map((steps) => (
            <option key={steps}>{steps}</option>
          ))}
        </select>
      </label>
    </div>
  );
}

/** What is looked up, what was found, and what is taken out of it. */
function useLookUp(topic: string, setTopic: (topic: string) => void) {
  const [ontology, setOntology] = useState("");
  const [reach, setReach] = useState(2);
  const [found, setFound] = useState<{ answer: ConceptsAnswer; topic: string; reach: number }>();
  const [out, setOut] = useState<ReadonlySet<string>>(new Set());
  const [fault, setFault] = useState<Fault>();
  const [isAsking, setAsking] = useState(false);
  const fail = (error: unknown) => setFault(faultOf(error));
  const begin = (name: string) => {
    const asked = { ontology: name, topic: topic.trim(), reach };
    if (asked.topic === "") return;
    setFault(undefined);
    setAsking(true);
    const take = (answer: ConceptsAnswer) => {
      setFound({ answer, topic: asked.topic, reach });
      setOut(new Set());
    };
    api
      .lookUp(asked)
      .then(take, fail)
      .finally(() => setAsking(false));
  };
  const keep = (name: string, need: string, onChange: FieldProps["onChange"]) => {
    if (found === undefined) return;
    const kept = found.answer.concepts.map(({ id }) => id).filter((id) => !out.has(id));
    const as = need.trim() || found.topic;
    const asked = { ontology: name, topic: found.topic, reach: found.reach, words: as, kept };
    const take = ({ file }: { file: string }) =>
      onChange((draft) => ({
        ontology: file,
        ontologyWords: draft.topic.trim() === "" ? as : need,
        ...(draft.topic.trim() === "" && { topic: as }),
      }));
    setFault(undefined);
    api.keepConcepts(asked).then(take, fail);
  };
  const fields = { ontology, setOntology, topic, setTopic, reach, setReach };
  return { ...fields, found, out, setOut, fault, isAsking, begin, keep };
}

interface PruneProps {
  readonly found: ConceptsAnswer;
  /** Ids of the concepts that were taken out. */
  readonly out: ReadonlySet<string>;
  readonly onOut: (out: ReadonlySet<string>) => void;
  readonly onKeep: () => void;
}

function Prune({ found: { concepts, more }, out, onOut, onKeep }: PruneProps) {
  const others = concepts.filter(({ distance }) => distance > 0);
  const left = concepts.length - out.size;
  return (
    <>
      <p role="status" class="hint">
        {count(left)} of {count(concepts.length)} concepts stay. Take out what is not meant.
        {more > 0 && ` ${count(more)} more are too far away to be listed.`}{" "}
        <button type="button" class="quiet" onClick={() => onOut(new Set())}>
          All
        </button>{" "}
        <button
          type="button"
          class="quiet"
          onClick={() => onOut(new Set(others.map(({ id }) => id)))}
        >
          Only the topic
        </button>
      </p>
      <ul class="concepts" aria-label="Concepts">
        {concepts.map((concept) => (
          <ConceptChoice key={concept.id} concept={concept} out={out} onOut={onOut} />
        ))}
      </ul>
      <p>
        <button type="button" disabled={left === 0} onClick={onKeep}>
          Keep {left === 1 ? "this concept" : `these ${count(left)} concepts`}
        </button>
      </p>
    </>
  );
}

function ConceptChoice({
  concept: { id, name, synonyms, relation, distance },
  out,
  onOut,
}: Pick<PruneProps, "out" | "onOut"> & { readonly concept: Concept }) {
  const toggle = (isIn: boolean) => {
    const next = new Set(out);
    if (isIn) next.delete(id);
    else next.add(id);
    onOut(next);
  };
  const steps = distance > 1 ? `, ${count(distance)} steps` : "";
  return (
    <li>
      <label class="check">
        <input
          type="checkbox"
          checked={!out.has(id)}
          onChange={({ currentTarget }) => toggle(currentTarget.checked)}
        />
        <span>
          <bdi>{name}</bdi>{" "}
          <small>
            {RELATIONS[relation]}
            {steps}
            {synonyms.length > 0 && (
              <>
                {" · "}
                <bdi>{synonyms.join(", ")}</bdi>
              </>
            )}
          </small>
        </span>
      </label>
    </li>
  );
}

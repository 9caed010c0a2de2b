import assert from "node:assert/strict";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { loadProject } from "../../../lib/project/load-project.ts";
import { readConcepts } from "../../../lib/project/read-need.ts";
import { findOntology } from "../../../lib/run/input/find-ontology.ts";
import type { ConceptsAnswer, KeptConcepts } from "../../../lib/workbench/begin-schemas.ts";
import type { Fault, ProjectAnswer } from "../../../lib/workbench/schemas.ts";
import { anUi, type TestedUi } from "../../support/an-ui.ts";

const LIST = `name,synonyms,broader,related
honeybee,Apis mellifera; hive bee,bee,honey
bumblebee,"bumble bee; bee, bumble",bee,
bee,,insects,
queen,queen bee,honeybee,
`;

const HERE = {
  openOntology: (nameOrFile: string) => findOntology(nameOrFile, "."),
  say: () => {},
};

describe("concepts of an ontology, over the API of the workbench", () => {
  let ui: TestedUi;
  before(async () => {
    ui = await anUi();
    writeFileSync(join(ui.folder, "bees.csv"), LIST);
    writeFileSync(join(ui.folder, "seeds.csv"), "url\nhttp://bees.example/\n");
    writeFileSync(join(ui.folder, "project.yaml"), "name: project\n");
    mkdirSync(join(ui.folder, "folder.csv"));
  });
  after(() => ui.close());

  const post = (path: string, body: unknown) => ui.ask("POST", path, JSON.stringify(body));
  const json = async <Answer>(response: Promise<Response>) =>
    (await (await response).json()) as Answer;
  const asked = { ontology: "bees.csv", topic: "honeybee", reach: 2 };
  const keep = (more: object) =>
    json<KeptConcepts & Fault>(post("/ontologies/concepts", { ...asked, words: "", ...more }));

  it("Lists of concepts in the folder are offered; projects, seeds and folders are not", async () => {
    const { ontologies } = await json<{ ontologies: string[] }>(ui.ask("GET", "/ontologies"));
    assert.deepEqual(ontologies, ["bees.csv"]);
  });

  it("The concepts around a topic come with their relation, the topic first", async () => {
    const { concepts, more } = await json<ConceptsAnswer>(post("/ontologies/topic", asked));
    assert.equal(more, 0);
    assert.deepEqual(
      concepts.map(({ name, relation, distance }) => [name, relation, distance]),
      [
        ["honeybee", "synonym", 0],
        ["bee", "partial", 1],
        ["insects", "partial", 2],
        ["queen", "narrower", 1],
        ["honey", "context", 1],
        ["bumblebee", "context", 2],
      ],
    );
    assert.deepEqual(concepts[0]?.synonyms, ["Apis mellifera", "hive bee"]);
  });

  it("A topic that is unknown is told with those that are meant perhaps", async () => {
    const answer = await json<Fault>(post("/ontologies/topic", { ...asked, topic: "honeybees x" }));
    assert.equal(answer.code, "unknown-topic");
    const near = await json<Fault>(post("/ontologies/topic", { ...asked, topic: "honybee" }));
    assert.match(near.hint, /did you mean "honeybee"/);
  });

  it("The kept concepts become a list that a crawl looks the words of its need up in", async () => {
    const words = "Beekeeping in cities";
    const { file, concepts } = await keep({ words, kept: ["honeybee", "insects", "queen"] });
    assert.deepEqual([file, concepts], ["concepts/beekeeping-in-cities.yaml", 3]);
    const given = {
      ...{ name: "cities", topic: words, ontology: file, examplePage: "", good: [] },
      ...{ seedUrls: ["http://bees.example/"], pages: "10", hours: "", minDelaySeconds: "" },
      contact: "you@example.org",
    };
    const { text, problems } = await json<ProjectAnswer>(post("/projects/propose", given));
    assert.deepEqual(problems, []);
    const path = join(ui.folder, "cities.yaml");
    writeFileSync(path, text);
    const { need } = await loadProject(path);
    const terms = (await readConcepts(need, HERE))?.terms ?? [];
    assert.deepEqual(
      terms.map(({ term, relation, distance }) => [term, relation, distance]),
      [
        [words, "exact", 0],
        ["honeybee", "synonym", 0],
        ["Apis mellifera", "synonym", 0],
        ["hive bee", "synonym", 0],
        ["insects", "partial", 1],
        ["queen", "narrower", 1],
        ["queen bee", "narrower", 1],
      ],
    );
    const { ontologies } = await json<{ ontologies: string[] }>(ui.ask("GET", "/ontologies"));
    assert.deepEqual(ontologies, ["bees.csv", file]);
  });

  it("The same choice is kept once, another under a name of its own", async () => {
    const first = await keep({ kept: ["honeybee", "honey"] });
    assert.deepEqual(await keep({ kept: ["honeybee", "honey"] }), first);
    const other = await keep({ kept: ["honeybee", "queen"] });
    assert.deepEqual(
      [first.file, other.file],
      ["concepts/honeybee.yaml", "concepts/honeybee-2.yaml"],
    );
    assert.match(
      readFileSync(join(ui.folder, first.file), "utf8"),
      /around "honeybee" in "bees.csv"/,
    );
  });

  it("Without the topic itself, or for a file that is not listed, nothing is kept", async () => {
    assert.equal((await keep({ kept: ["queen"] })).code, "no-topic-kept");
    for (const ontology of ["../bees.csv", "/etc/passwd", "project.yaml", "seeds.csv", "none"])
      assert.equal(
        (await keep({ ontology, kept: ["honeybee"] })).code,
        "unknown-ontology",
        ontology,
      );
    assert.equal(existsSync(join(ui.folder, "concepts/queen.yaml")), false);
  });

  it("A file that would take long to read is refused with what to do", async () => {
    writeFileSync(join(ui.folder, "large.obo"), Buffer.alloc(20_000_001, " "));
    const large = await json<Fault>(post("/ontologies/topic", { ...asked, ontology: "large.obo" }));
    assert.equal(large.code, "ontology-too-large");
    assert.match(large.hint, /dowser ontology import large\.obo/);
  });
});

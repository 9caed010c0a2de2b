import { codePointsOf } from "./code-points.ts";

/** Fewest letters of a word with a plural by rule: `gas`, `his`, `bus` are shorter. */
const LEAST_LETTERS = 4;

const C = 0x63;
const E = 0x65;
const H = 0x68;
const I = 0x69;
const O = 0x6f;
const S = 0x73;
const U = 0x75;
const X = 0x78;
const Y = 0x79;
const Z = 0x7a;

/** Plurals without a rule, from medicine and common English. */
export const IRREGULAR: ReadonlyMap<string, string> = new Map(
  Object.entries({
    algae: "alga",
    alveoli: "alveolus",
    antennae: "antenna",
    appendices: "appendix",
    atlases: "atlas",
    atria: "atrium",
    axes: "axis",
    bacilli: "bacillus",
    bacteria: "bacterium",
    biases: "bias",
    bronchi: "bronchus",
    buses: "bus",
    calves: "calf",
    children: "child",
    clubfeet: "clubfoot",
    cortices: "cortex",
    criteria: "criterion",
    diverticula: "diverticulum",
    emboli: "embolus",
    feet: "foot",
    fistulae: "fistula",
    foci: "focus",
    formulae: "formula",
    fungi: "fungus",
    ganglia: "ganglion",
    gases: "gas",
    geese: "goose",
    grandchildren: "grandchild",
    halves: "half",
    indices: "index",
    knives: "knife",
    larvae: "larva",
    leaves: "leaf",
    lenses: "lens",
    lice: "louse",
    lives: "life",
    loci: "locus",
    men: "man",
    mice: "mouse",
    mitochondria: "mitochondrion",
    nuclei: "nucleus",
    ova: "ovum",
    pancreases: "pancreas",
    people: "person",
    phenomena: "phenomenon",
    quizzes: "quiz",
    radii: "radius",
    selves: "self",
    septa: "septum",
    shelves: "shelf",
    stigmata: "stigma",
    stimuli: "stimulus",
    teeth: "tooth",
    testes: "testis",
    thrombi: "thrombus",
    uteri: "uterus",
    vertebrae: "vertebra",
    vertices: "vertex",
    villi: "villus",
    wives: "wife",
    wolves: "wolf",
    women: "woman",
  }),
);

/** Words that their rule would turn into another word. */
export const UNCHANGED: ReadonlySet<string> = new Set([
  "goods",
  "hers",
  "lens",
  "means",
  "news",
  "ours",
  "theirs",
  "these",
  "yours",
]);

/**
 * Returns the form shared by an English noun and its plural. It is not always a word: `diagnosis`
 * and `diagnoses` are both `diagnos`, `headache` and `headaches` `headach`, `calorie` and
 * `calories` `calory`. A rule that gives both numbers one form need not decide between two possible
 * singulars of a plural (`doses`, `neuroses`). In other languages it only removes a final s or e.
 */
export function singular(word: string): string {
  const known = IRREGULAR.get(word) ?? word;
  if (UNCHANGED.has(known)) return known;
  const letters = codePointsOf(known);
  const end = singularise(letters, letters.length);
  const rest = known.slice(0, known.length - (letters.length - end));
  return letters[end - 1] === Y ? `${rest.slice(0, -1)}y` : rest;
}

/** Applies `singular` by rule alone, in place; returns the new length. */
export function singularise(letters: Int32Array, length: number): number {
  if (length < LEAST_LETTERS) return length;
  const end = withoutS(letters, length);
  if (letters[end - 1] !== E || end < LEAST_LETTERS) return end;
  const before = letters[end - 2];
  if (before === I) letters[end - 2] = Y;
  return before === I || isLetGo(letters, end) ? end - 1 : end;
}

function withoutS(letters: Int32Array, length: number): number {
  if (letters[length - 1] !== S) return length;
  const before = letters[length - 2];
  if (before === S || before === U) return length;
  if (before !== I) return length - 1;
  // The exceptions with five letters are `basis` and `oasis`, whose plurals follow `base`.
  return letters[length - 3] === S && length > 5 ? length - 2 : length;
}

/**
 * Returns whether a final e is removed, because a plural may have added it: `boxes`, `rashes`,
 * `viruses`, `heroes`.
 */
function isLetGo(letters: Int32Array, end: number): boolean {
  const before = letters[end - 2];
  if (before === X) return true;
  if (before === H) return letters[end - 3] === S || (letters[end - 3] === C && end > 4);
  // Words of four letters keep it: `nose`, `size`, `shoe`.
  return end > 4 && (before === S || before === Z || before === O);
}

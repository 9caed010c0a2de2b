import { codePointsOf } from "./code-points.ts";

/** Shorter words have no plural that a rule could tell: `gas`, `his`, `bus`. */
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

/** Plurals that no rule makes, as medicine and common English have them. */
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

/** Words whose rule would make another word of them. */
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
 * The form that an English noun and its plural share. Not always a word: `diagnosis` and `diagnoses`
 * are both `diagnos`, `headache` and `headaches` `headach`, `calorie` and `calories` `calory`. A rule
 * that gives both numbers one form need not know which of two singulars a plural has (`doses`,
 * `neuroses`), and does no harm to other languages but to let a final s or e go.
 */
export function singular(word: string): string {
  const known = IRREGULAR.get(word) ?? word;
  if (UNCHANGED.has(known)) return known;
  const letters = codePointsOf(known);
  const end = singularise(letters, letters.length);
  const rest = known.slice(0, known.length - (letters.length - end));
  return letters[end - 1] === Y ? `${rest.slice(0, -1)}y` : rest;
}

/** `singular` by rule alone, in place: returns the new length. */
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
  // Of five letters are `basis` and `oasis`, whose plurals follow `base`.
  return letters[length - 3] === S && length > 5 ? length - 2 : length;
}

/** Whether a final e goes: one that a plural may have brought, `boxes`, `rashes`, `viruses`, `heroes`. */
function isLetGo(letters: Int32Array, end: number): boolean {
  const before = letters[end - 2];
  if (before === X) return true;
  if (before === H) return letters[end - 3] === S || (letters[end - 3] === C && end > 4);
  // Not of four letters: `nose`, `size`, `shoe`.
  return end > 4 && (before === S || before === Z || before === O);
}

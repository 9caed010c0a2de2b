/** Judges that were learned from labelled pages, in the form of `docs/model.md`. */
import type { Json } from "../../../json.ts";
import { compileLinearModel, type Predictor } from "../../../stats/learner/learner.ts";
import type { PlattModel } from "../../../stats/learner/platt-scaling.ts";
import { LEAST_ODDS } from "../../../stats/log-odds.ts";
import type { TermCounts, TfIdfSpace, VectorScale } from "../../../text/term-vector.ts";
import { linearWeights, portableWords } from "../../portable-model.ts";
import type { PortablePages } from "../../strategy.ts";
import { addressTerms, LENGTH } from "./address-judge.ts";
import type { Beside } from "./joint-judge.ts";
import { type LearnedPages, PAGE_LEARNER } from "./page-estimator.ts";
import { PAGE_TEXTS, pageTerms, scaledPart } from "./term-space.ts";

/** Returns Φ with the judges beside it; `readsLinks` as of its compilation. */
export function portableLearned(
  { space, model, calibration, threshold, beside }: LearnedPages & { readonly beside?: Beside },
  readsLinks: boolean,
): PortablePages {
  const repeated = new Set(space.repeated);
  const parts = space.texts.map((_, text) => scaledPart(space, text));
  const own = termsModel(PAGE_TEXTS, parts, PAGE_LEARNER.compile(model), calibration);
  const { topic, address } = beside ?? {};
  const byTopic = topic && portableWords(topic.judge, readsLinks);
  const judges = [
    ...(topic && byTopic ? [{ features: "topic", ...shareOf(topic), model: byTopic.model }] : []),
    ...(address
      ? [{ features: "address", ...shareOf(address), model: ofAddress(address.judge) }]
      : []),
  ];
  return {
    model: {
      ...own,
      threshold,
      ...(judges.length > 0 && { beside: judges, leastOdds: LEAST_ODDS }),
    },
    featuresOf: (page, followed) => ({
      ...named(PAGE_TEXTS, pageTerms(page, repeated)),
      ...(byTopic && { topic: byTopic.featuresOf(page, followed) }),
      ...(address && {
        address: named(ADDRESS_TEXTS, addressTerms({ url: page.url, link: followed })),
      }),
    }),
  };
}

const ADDRESS_TEXTS = ["url", "link"] as const;

function ofAddress({ spaces, model, calibration }: NonNullable<Beside["address"]>["judge"]) {
  const parts = spaces.map((space) => [space, { length: LENGTH, unknownShare: 1 }] as const);
  return termsModel(ADDRESS_TEXTS, parts, compileLinearModel(model), calibration);
}

function shareOf({ weight, centre }: { readonly weight: number; readonly centre: number }) {
  return { weight, centre };
}

/** Returns a linear model of the terms of some texts, whose columns follow each other. */
function termsModel(
  names: readonly string[],
  parts: readonly (readonly [TfIdfSpace, VectorScale])[],
  predict: Predictor,
  calibration: PlattModel | null,
) {
  const columns = parts.flatMap(([{ terms }], text) => terms.map((term) => `${text} ${term}`));
  const { intercept, weights } = linearWeights(columns, predict, () => 1);
  const texts = parts.map(([{ documents, terms, supports }, scale], text): Json => {
    const known = terms.map((term, at): [string, Json] => {
      return [term, [supports[at] ?? 0, weights[`${text} ${term}`] ?? 0]];
    });
    return { name: names[text] ?? "", documents, ...scale, terms: Object.fromEntries(known) };
  });
  return { kind: "terms", texts, intercept, calibration };
}

/** Returns the counts of some texts by their names. */
function named(names: readonly string[], counts: readonly TermCounts[]): { [name: string]: Json } {
  return Object.fromEntries(
    names.map((name, text) => [name, Object.fromEntries(counts[text] ?? [])]),
  );
}

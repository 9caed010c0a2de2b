import type { Need } from "../../../lib/domain/strategy/strategy.ts";
import { wordsOf } from "../../../lib/domain/text/words.ts";
import { strategyContract } from "../../contract/strategy.ts";
import { aStrategy } from "../../support/a-strategy.ts";

const hasTopic = ({ topic = "", concepts }: Need) =>
  (concepts?.terms ?? []).length > 0 || wordsOf(topic).length > 0;

const saysSomething = ({ topic = "", good, examplePage }: Need) =>
  topic.trim() !== "" || good.length > 0 || examplePage !== undefined;

const hasPaths = ({ paths }: Need) => paths !== undefined;

strategyContract(aStrategy("breadth-first"));
strategyContract(aStrategy("depth-first"));
strategyContract(aStrategy("random"));
strategyContract(aStrategy("best-first"));
strategyContract(aStrategy("fish-search"));
strategyContract(aStrategy("shark-search"));
strategyContract(aStrategy("pagerank"));
strategyContract(aStrategy("hits"));
strategyContract(aStrategy("lokman"), hasTopic);
strategyContract(aStrategy("lokman:variant=paper,merge=increment"), hasTopic);
strategyContract(
  aStrategy("lokman:normalise=length,elements.title=3,elements.emphasis=1"),
  hasTopic,
);
strategyContract(aStrategy("commd"));
strategyContract(aStrategy("commd:variant=paper,detector=keywords,ids=true"));
strategyContract(aStrategy("commd:indicator=both"), saysSomething);
strategyContract(aStrategy("opic"));
strategyContract(aStrategy("opic-commd:indicator=topic"), saysSomething);
strategyContract(aStrategy("tpm"), ({ examplePage }) => examplePage !== undefined);
strategyContract(aStrategy("irobot"));
strategyContract(aStrategy("adaptive"));
strategyContract(aStrategy("adaptive:variant=paper,warmUp=0"));
strategyContract(aStrategy("adaptive:beta=8,conformal=global,objective=utility-per-second"));
strategyContract(aStrategy("link-learner"));
strategyContract(aStrategy("link-learner:features=url,classes=3,selection=best"));
strategyContract(aStrategy("naive"));
strategyContract(aStrategy("context-graph"), hasPaths);
strategyContract(aStrategy("context-graph:layers=1,threshold=0"), hasPaths);
strategyContract(aStrategy("link-distance"), hasPaths);
strategyContract(
  aStrategy("link-distance:branchDiscount=0.5,siblingShortfall=0.5,selfTraining=false"),
  hasPaths,
);
strategyContract(aStrategy("link-distance:variant=paper"), hasPaths);
strategyContract(
  aStrategy("link-distance:variant=paper,confidence=1,branchDiscount=0.5,siblingShortfall=0.5"),
  hasPaths,
);
strategyContract(aStrategy("best-first:pageEstimator=learned"));

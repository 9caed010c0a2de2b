import type { Need } from "../../../lib/domain/methods/strategy.ts";
import { wordsOf } from "../../../lib/domain/text/words.ts";
import { strategyContract } from "../../contract/strategy.ts";
import { aLoadedStrategy } from "../../support/a-strategy.ts";

const hasTopic = ({ topic = "", concepts }: Need) =>
  (concepts?.terms ?? []).length > 0 || wordsOf(topic).length > 0;

const saysSomething = ({ topic = "", good, examplePage }: Need) =>
  topic.trim() !== "" || good.length > 0 || examplePage !== undefined;

const hasPaths = ({ paths }: Need) => paths !== undefined;

strategyContract(await aLoadedStrategy("breadth-first"));
strategyContract(await aLoadedStrategy("depth-first"));
strategyContract(await aLoadedStrategy("random"));
strategyContract(await aLoadedStrategy("best-first"));
strategyContract(await aLoadedStrategy("fish-search"));
strategyContract(await aLoadedStrategy("shark-search"));
strategyContract(await aLoadedStrategy("pagerank"));
strategyContract(await aLoadedStrategy("hits"));
strategyContract(await aLoadedStrategy("lokman"), hasTopic);
strategyContract(await aLoadedStrategy("lokman:variant=paper,merge=increment"), hasTopic);
strategyContract(
  await aLoadedStrategy("lokman:normalise=length,elements.title=3,elements.emphasis=1"),
  hasTopic,
);
strategyContract(await aLoadedStrategy("commd"));
strategyContract(await aLoadedStrategy("commd:variant=paper,detector=keywords,ids=true"));
strategyContract(await aLoadedStrategy("commd:indicator=both"), saysSomething);
strategyContract(await aLoadedStrategy("opic"));
strategyContract(await aLoadedStrategy("opic-commd:indicator=topic"), saysSomething);
strategyContract(await aLoadedStrategy("tpm"), ({ examplePage }) => examplePage !== undefined);
strategyContract(await aLoadedStrategy("irobot"));
strategyContract(await aLoadedStrategy("auto"));
strategyContract(await aLoadedStrategy("auto:without=exploration"));
strategyContract(await aLoadedStrategy("adaptive"));
strategyContract(await aLoadedStrategy("published-adaptive:warmUp=0"));
strategyContract(
  await aLoadedStrategy("adaptive:beta=8,conformal=global,objective=utility-per-second"),
);
strategyContract(await aLoadedStrategy("link-learner"));
strategyContract(await aLoadedStrategy("link-learner:features=url,classes=3,selection=best"));
strategyContract(await aLoadedStrategy("naive"));
strategyContract(await aLoadedStrategy("context-graph"), hasPaths);
strategyContract(await aLoadedStrategy("context-graph:layers=1,threshold=0"), hasPaths);
strategyContract(await aLoadedStrategy("link-distance"), hasPaths);
strategyContract(
  await aLoadedStrategy("link-distance:branchDiscount=0.5,siblingShortfall=0.5,selfTraining=false"),
  hasPaths,
);
strategyContract(await aLoadedStrategy("published-link-distance"), hasPaths);
strategyContract(
  await aLoadedStrategy(
    "published-link-distance:confidence=1,branchDiscount=0.5,siblingShortfall=0.5",
  ),
  hasPaths,
);
strategyContract(await aLoadedStrategy("best-first:pageEstimator=learned"));
strategyContract(await aLoadedStrategy("sleeping-bandit"));
strategyContract(await aLoadedStrategy("sleeping-bandit:pageEstimator=learned"));
strategyContract(await aLoadedStrategy("url-bandit"));
strategyContract(await aLoadedStrategy("host-bandit"));
strategyContract(await aLoadedStrategy("host-bandit:value=best-score,lambda=1"));
strategyContract(await aLoadedStrategy("parent-value"));
strategyContract(await aLoadedStrategy("parent-value:pageEstimator=cosine"));

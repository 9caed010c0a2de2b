import { parseStrategyOption } from "../../../lib/config/parse-strategy-option.ts";
import { createStrategy } from "../../../lib/domain/strategy/create-strategy.ts";
import type { Need } from "../../../lib/domain/strategy/strategy.ts";
import { wordsOf } from "../../../lib/domain/text/words.ts";
import { strategyContract } from "../../contract/strategy.ts";

const hasTopic = ({ topic = "", concepts }: Need) =>
  (concepts?.terms ?? []).length > 0 || wordsOf(topic).length > 0;

const saysSomething = ({ topic = "", good, examplePage }: Need) =>
  topic.trim() !== "" || good.length > 0 || examplePage !== undefined;

const strategyOf = (option: string) => createStrategy(parseStrategyOption(option));

strategyContract(strategyOf("breadth-first"));
strategyContract(strategyOf("depth-first"));
strategyContract(strategyOf("random"));
strategyContract(strategyOf("best-first"));
strategyContract(strategyOf("fish-search"));
strategyContract(strategyOf("shark-search"));
strategyContract(strategyOf("pagerank"));
strategyContract(strategyOf("hits"));
strategyContract(strategyOf("lokman"), hasTopic);
strategyContract(strategyOf("lokman:variant=paper,merge=increment"), hasTopic);
strategyContract(
  strategyOf("lokman:normalise=length,elements.title=3,elements.emphasis=1"),
  hasTopic,
);
strategyContract(strategyOf("commd"));
strategyContract(strategyOf("commd:variant=paper,detector=keywords,ids=true"));
strategyContract(strategyOf("commd:indicator=both"), saysSomething);
strategyContract(strategyOf("opic"));
strategyContract(strategyOf("opic-commd:indicator=topic"), saysSomething);

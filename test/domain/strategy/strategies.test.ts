import { createStrategy } from "../../../lib/domain/strategy/create-strategy.ts";
import { strategyContract } from "../../contract/strategy.ts";

strategyContract(createStrategy({ name: "breadth-first" }));
strategyContract(createStrategy({ name: "depth-first" }));
strategyContract(createStrategy({ name: "random" }));
strategyContract(createStrategy({ name: "best-first" }));

import { regressionTree } from "../../../peers/learners/regression-tree.ts";
import { learnerContract } from "../../contract/learner.ts";

learnerContract("regression tree", () => regressionTree({ maxDepth: 6, minLeafRows: 1 }));

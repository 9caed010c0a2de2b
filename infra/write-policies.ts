import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { DEPLOYER_RIGHTS, EXECUTION_RIGHTS, type Right } from "./deploy-rights.ts";

/** The committed policies, by what may do so much: who runs the commands, and CloudFormation. */
export const POLICIES: Readonly<Record<"deployer" | "execution", readonly Right[]>> = {
  deployer: DEPLOYER_RIGHTS,
  execution: EXECUTION_RIGHTS,
};

/** Returns the committed file of a policy. */
export function policyFile(name: keyof typeof POLICIES): string {
  return fileURLToPath(new URL(`../docs/${name}-policy.json`, import.meta.url));
}

/** Returns the text for the committed file: rights on the same resources in one statement. */
export function policyText(name: keyof typeof POLICIES): string {
  const groups = Map.groupBy(POLICIES[name], ({ on, when }) => JSON.stringify([on, when]));
  const Statement = Array.from(groups.values(), (rights) => ({
    Effect: "Allow",
    Action: [...new Set(rights.flatMap(({ may }) => may))].toSorted(),
    Resource: rights[0]?.on,
    // JSON leaves it out where there is none.
    Condition: rights[0]?.when,
  }));
  return `${JSON.stringify({ Version: "2012-10-17", Statement }, undefined, 2)}\n`;
}

if (import.meta.main) {
  for (const name of ["deployer", "execution"] as const) {
    writeFileSync(policyFile(name), policyText(name));
  }
}

import { PolicyStatement } from "aws-cdk-lib/aws-iam";

import type { Permission } from "./permissions.ts";

/** Returns the IAM statement of one permission, on the resources with these ARNs. */
export function policyStatement(
  { may, on, at }: Permission,
  arns: readonly string[],
): PolicyStatement {
  return new PolicyStatement({
    actions: [...may],
    resources:
      on === "bucket" && at !== undefined
        ? arns.flatMap((arn) => at.map((keys) => `${arn}/${keys}`))
        : [...arns],
    ...(on === "table"
      ? { conditions: { "ForAllValues:StringLike": { "dynamodb:LeadingKeys": [...(at ?? [])] } } }
      : {}),
  });
}

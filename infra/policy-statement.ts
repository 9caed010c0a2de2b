import { PolicyStatement } from "aws-cdk-lib/aws-iam";

import type { Permission } from "./permissions.ts";

/** Returns the IAM statement of one permission, on the resource with this ARN. */
export function policyStatement({ may, on, at = [] }: Permission, arn: string): PolicyStatement {
  return new PolicyStatement({
    actions: [...may],
    resources: on === "bucket" ? at.map((keys) => `${arn}/${keys}`) : [arn],
    ...(on === "table"
      ? { conditions: { "ForAllValues:StringLike": { "dynamodb:LeadingKeys": [...at] } } }
      : {}),
  });
}

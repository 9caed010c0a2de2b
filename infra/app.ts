import { App } from "aws-cdk-lib";

import { addStack } from "./add-stack.ts";

await addStack(new App());

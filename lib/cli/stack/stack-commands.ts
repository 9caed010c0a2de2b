import { type Command, Option } from "@commander-js/extra-typings";

/** Help text on how the commands find their stack. */
const FIND_HELP = `
The stack is found by the environment variables DOWSER_ENDPOINT and DOWSER_TOKEN, else by its name in the
AWS account and region of the environment: Dowser-NAME of the project, or --stack-name.`;

/** The orders for a crawl in a stack. */
const ORDERS = [
  ["pause", "complete the pages in flight, then pause the stack"],
  ["resume", "go on with a paused crawl"],
  ["stop", "end the crawl; its pages stay"],
] as const;

/** Adds the commands that crawl in a stack of AWS. */
export function addStackCommands(program: Command<[], { stack?: true }>): void {
  program
    .command("deploy")
    .description("make the AWS stack of a project, or bring it up to date")
    .argument("<project>", "project file (YAML)")
    .action(async (project) => {
      const { stackDeployCommand } = await import("./stack-deploy.ts");
      await stackDeployCommand(project);
    });
  program
    .command("start")
    .description("start the crawl of a project in its stack")
    .argument("<project>", "project file (YAML)")
    .option("--stack-name <name>", "name of the stack in CloudFormation")
    .option("--json", "print the result as JSON", false)
    .addHelpText("after", FIND_HELP)
    .action(async (project, options) => {
      const { stackStartCommand } = await import("./stack-start.ts");
      process.exitCode = await stackStartCommand(project, { stackName: undefined, ...options });
    });
  addStatus(program);
  for (const [verb, description] of ORDERS) {
    onStack(program, verb, description).action(async (project, options) => {
      const { stackOrderCommand } = await import("./stack-orders.ts");
      await stackOrderCommand(verb, { stackName: undefined, ...options, project });
    });
  }
  program
    .command("pull")
    .description("copy the crawl of a stack, with its progress so far, into a run on this machine")
    .argument("[project]", "project file (YAML)")
    .option("--stack-name <name>", "name of the stack in CloudFormation")
    .option("--out <dir>", "directory of the run (default: runs/NAME)")
    .addOption(
      new Option("--targets", "leave pages that are no targets in the stack").conflicts("pages"),
    )
    .option(
      "--no-pages",
      "leave all pages in the stack, and copy scores, reasons, links and models",
    )
    .action(async (project, { targets, pages, ...options }) => {
      const { stackPullCommand } = await import("./stack-pull.ts");
      const answers = targets === true ? "targets" : pages ? "all" : "none";
      const run = { stackName: undefined, out: undefined, ...options, project, answers } as const;
      await stackPullCommand(run);
    });
  program
    .command("destroy")
    .description("end the crawl and remove the stack with everything in it, its pages too")
    .argument("[project]", "project file (YAML)")
    .option("--stack-name <name>", "name of the stack in CloudFormation")
    .option("--yes", "do not ask for confirmation", false)
    .action(async (project, { yes, ...options }) => {
      const { stackDestroyCommand } = await import("./stack-destroy.ts");
      await stackDestroyCommand({ stackName: undefined, ...options, project }, yes);
    });
}

function addStatus(program: Command<[], { stack?: true }>): void {
  onStack(
    program,
    "status",
    "print the state of the crawl of a stack, what is wrong with it, and its cost",
  ).action(async (project, options) => {
    const { stackStatusCommand } = await import("./stack-status.ts");
    await stackStatusCommand({ stackName: undefined, ...options, project });
  });
}

function onStack(program: Command<[], { stack?: true }>, name: string, description: string) {
  return program
    .command(name)
    .description(description)
    .argument("[project]", "project file (YAML)")
    .option("--stack-name <name>", "name of the stack in CloudFormation")
    .option("--json", "print the result as JSON", false)
    .addHelpText("after", FIND_HELP);
}

import type { Command } from "@commander-js/extra-typings";
import { meansRun } from "../run/folder/run-database.ts";
import type { Ending } from "../run/print/print-error.ts";
import { relevantOption, targetsOption } from "./options.ts";

/** Help text on how the commands find their stack. */
const FIND_HELP = `
The stack is found by the environment variables DOWSER_ENDPOINT and DOWSER_TOKEN, else by its name in the
AWS account and region of the environment: Dowser-NAME of the project, or --stack-name.`;

/** Help text on the two places of a crawl. */
const PLACE_HELP = `
The directory of a run means the crawl on this machine, a project file the one in its stack on AWS.`;

const STATUS_HELP = `${PLACE_HELP}
A crawl that is at work in another terminal is not disturbed.

  dowser status runs/bees
  dowser status project.yaml
${FIND_HELP}`;

const PAUSE_HELP = `${PLACE_HELP}
On this machine it does what Ctrl-C does in the terminal of the crawl, and the same dowser crawl command
resumes. A stack is resumed by dowser resume.

  dowser pause runs/bees
  dowser pause project.yaml
${FIND_HELP}`;

/** The orders for a crawl in a stack alone. */
const ORDERS = [
  [
    "resume",
    "go on with the paused crawl of a stack; dowser crawl goes on with one on this machine",
  ],
  ["stop", "end the crawl of a stack; its pages stay"],
] as const;

/** Adds the commands that crawl in a stack of AWS. */
export function addStackCommands(program: Command<[], { stack?: true }>, ending: Ending): void {
  program
    .command("deploy")
    .description("make the AWS stack of a project, or bring it up to date")
    .argument("<project>", "project file (YAML)")
    .option("--yes", "do not ask whether to deploy over another project of that name", false)
    .option("--handler <file>", "a module of yours whose function acts on each page")
    .action(async (project, options) => {
      const { stackDeployCommand } = await import("./stack/stack-deploy.ts");
      await stackDeployCommand(project, options);
    });
  program
    .command("start")
    .description("start the crawl of a project in its stack")
    .argument("<project>", "project file (YAML)")
    .option("--stack-name <name>", "name of the stack in CloudFormation")
    .option("--json", "print the result as JSON", false)
    .addHelpText("after", FIND_HELP)
    .action(async (project, options) => {
      const { stackStartCommand } = await import("../run/stack/stack-start.ts");
      ending.code = await stackStartCommand(project, { stackName: undefined, ...options });
    });
  addStatus(program);
  addPause(program);
  for (const [verb, description] of ORDERS) {
    const command = onStack(program, verb, description).argument("[project]", PROJECT_FILE);
    command.addHelpText("after", FIND_HELP).action(async (project, options) => {
      const { stackOrderCommand } = await import("../run/stack/stack-orders.ts");
      await stackOrderCommand(verb, { stackName: undefined, ...options, project });
    });
  }
  addToken(program);
  addPull(program);
  program
    .command("destroy")
    .description("end the crawl and remove the stack with everything in it, its pages too")
    .argument("[project]", "project file (YAML)")
    .option("--stack-name <name>", "name of the stack in CloudFormation")
    .option("--yes", "do not ask for confirmation", false)
    .action(async (project, { yes, ...options }) => {
      const { stackDestroyCommand } = await import("./stack/stack-destroy.ts");
      await stackDestroyCommand({ stackName: undefined, ...options, project }, yes);
    });
}

const PROJECT_FILE = "project file (YAML)";
const RUN_OR_PROJECT = "directory of a run on this machine, or the project file of a stack";

function addStatus(program: Command<[], { stack?: true }>): void {
  onStack(program, "status", "print the state and the figures of a crawl, also while it goes on")
    .argument("[run-or-project]", RUN_OR_PROJECT)
    .addHelpText("after", STATUS_HELP)
    .action(async (named, options) => {
      if (named !== undefined && meansRun(named)) {
        const { runStatusCommand } = await import("../run/crawl/run-status.ts");
        return runStatusCommand(named, options);
      }
      const { stackStatusCommand } = await import("../run/stack/stack-status.ts");
      return stackStatusCommand({ stackName: undefined, ...options, project: named });
    });
}

function addPull(program: Command<[], { stack?: true }>): void {
  program
    .command("pull")
    .description("copy the crawl of a stack, with its progress so far, into a run on this machine")
    .argument("[project]", "project file (YAML)")
    .option("--stack-name <name>", "name of the stack in CloudFormation")
    .option("--out <dir>", "directory of the run (default: runs/NAME)")
    .addOption(relevantOption("leave pages that are not relevant in the stack").conflicts("pages"))
    .addOption(targetsOption().conflicts("pages"))
    .option(
      "--no-pages",
      "leave all pages in the stack, and copy scores, reasons, links and models",
    )
    .action(async (project, { relevant, pages, ...options }) => {
      const { stackPullCommand } = await import("./stack/stack-pull.ts");
      const answers = relevant ? "targets" : pages ? "all" : "none";
      const run = { stackName: undefined, out: undefined, ...options, project, answers } as const;
      await stackPullCommand(run);
    });
}

function addToken(program: Command<[], { stack?: true }>): void {
  program
    .command("token")
    .description("print the token of a stack's API, or the one that reads and changes nothing")
    .argument("[project]", PROJECT_FILE)
    .option("--stack-name <name>", "name of the stack in CloudFormation")
    .option("--read-only", "the token that reads", false)
    .addHelpText("after", FIND_HELP)
    .action(async (project, { readOnly, ...options }) => {
      const { stackTokenCommand } = await import("../run/stack/stack-client.ts");
      await stackTokenCommand({ stackName: undefined, ...options, project }, readOnly);
    });
}

function addPause(program: Command<[], { stack?: true }>): void {
  onStack(
    program,
    "pause",
    "complete the pages in flight, then pause a crawl of another terminal or a stack",
  )
    .argument("[run-or-project]", RUN_OR_PROJECT)
    .addHelpText("after", PAUSE_HELP)
    .action(async (named, options) => {
      if (named !== undefined && meansRun(named)) {
        const { pauseRunCommand } = await import("../run/crawl/pause-request.ts");
        return pauseRunCommand(named, options);
      }
      const { stackOrderCommand } = await import("../run/stack/stack-orders.ts");
      return stackOrderCommand("pause", { stackName: undefined, ...options, project: named });
    });
}

function onStack(program: Command<[], { stack?: true }>, name: string, description: string) {
  return program
    .command(name)
    .description(description)
    .option("--stack-name <name>", "name of the stack in CloudFormation")
    .option("--json", "print the result as JSON", false);
}

/** A program that answers questions as an assessor does: node program.ts BEHAVIOUR. */
import { text } from "node:stream/consumers";

const { user, model } = JSON.parse(await text(process.stdin));
const [, , behaviour] = process.argv;
const say = (value: object) => process.stdout.write(`${JSON.stringify(value)}\n`);
const behaviours: Readonly<Record<string, () => void>> = {
  fails: () => {
    process.exitCode = 1;
  },
  hangs: () => void setInterval(() => {}, 60_000),
  "2 MB": () => void process.stdout.write("x".repeat(2_000_000)),
  "another form": () => void say({ relevant: true }),
  "counts nothing": () => void say({ text: user }),
};
const echo = () => void say({ text: user, model: `${model}-2026`, tokens: { in: 12, out: 3 } });
(behaviours[behaviour ?? ""] ?? echo)();

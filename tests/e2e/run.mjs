// Runs every file of end-to-end tests, some at a time. A file that fails is run once more when the others are done, and
// the summary names it: on a busy machine a real editor may lose a click.
import { spawn } from "node:child_process";
import { readdirSync } from "node:fs";
import path from "node:path";

const AT_ONCE = 2;
const folder = import.meta.dirname;

/** The files that fail; what each prints comes in one piece. */
async function failing(files, atOnce) {
  const waiting = [...files];
  const failed = [];
  const work = async () => {
    for (let file = waiting.shift(); file !== undefined; file = waiting.shift()) {
      if (!(await passes(file))) {
        failed.push(file);
      }
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return failed;
}

function passes(file) {
  const args = ["--test", "--test-reporter=spec", path.join(folder, file)];
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "pipe"] });
  const printed = [];
  child.stdout.on("data", (piece) => printed.push(piece));
  child.stderr.on("data", (piece) => printed.push(piece));
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code) => {
      console.log(`\n${file}`);
      process.stdout.write(Buffer.concat(printed));
      resolve(code === 0);
    });
  });
}

const files = readdirSync(folder).filter((name) => name.endsWith(".test.mjs"));
const first = await failing(files, AT_ONCE);
if (first.length > 0) {
  console.log(`\nonce more: ${first.join(", ")}`);
}
const again = await failing(first, 1);
const flaky = first.filter((file) => !again.includes(file));
console.log(`\n${files.length - again.length} of ${files.length} files pass`);
if (flaky.length > 0) {
  console.log(`flaky, only the second time: ${flaky.join(", ")}`);
}
if (again.length > 0) {
  console.log(`failed twice: ${again.join(", ")}`);
  process.exitCode = 1;
}

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { test } from "node:test";
import { Bundle, existingEnvironment, findBundle, makeEnvironment, pipStep } from "../src/server/environment";
import type { Python } from "../src/server/python";

const nothing = () => undefined;
const never = new AbortController().signal;

/** A storage folder, a wheel, and a Python whose `venv` and `pip` do what the test says. */
class Fixture {
  readonly home = mkdtempSync(path.join(tmpdir(), "spade env é-"));
  readonly storage = path.join(this.home, "storage");
  readonly bundle: Bundle = {
    wheel: path.join(this.home, "a.whl"),
    requirements: path.join(this.home, "r.txt"),
  };

  constructor(wheel = "first wheel") {
    this.ship(wheel);
  }

  ship(wheel: string): void {
    writeFileSync(this.bundle.wheel, wheel);
  }

  /** Returns a Python that makes environments in which `pip` is the shell lines given; it has no pip itself, or `lent`. */
  base(pip: string, name = "base", lent = "exit 1"): Python {
    const file = path.join(this.home, name);
    const inside = [
      "#!/bin/sh",
      'if [ "$1" = -c ]; then echo "[\\"$0\\", [3, 12], \\"0.1.0\\"]"; exit; fi',
      pip,
    ].join("\n");
    const lines = [
      "#!/bin/sh",
      `if [ "$2" = pip ]; then ${lent}; exit; fi`,
      "for folder; do :; done",
      'mkdir -p "$folder/bin"',
      `cat > "$folder/bin/python" <<'END'`,
      inside,
      "END",
      'chmod 755 "$folder/bin/python"',
      "",
    ];
    writeFileSync(file, lines.join("\n"));
    chmodSync(file, 0o755);
    return { command: file, version: "3.12", spade: undefined, source: "setting" };
  }

  make(base: Python, signal = never) {
    return makeEnvironment(this.storage, this.bundle, base, nothing, nothing, signal);
  }

  existing(base?: string) {
    return existingEnvironment(this.storage, this.bundle, base);
  }

  environments(): string[] {
    return existsSync(this.storage)
      ? readdirSync(this.storage).filter((name) => name.startsWith("server-"))
      : [];
  }
}

void test("an environment that was made is found again", async () => {
  const fixture = new Fixture();
  assert.equal(await fixture.existing(), undefined);
  const made = await fixture.make(fixture.base("exit 0"));
  assert.deepEqual(await fixture.existing(), { ...made, source: "path" });
});

void test("another wheel or another base makes it again", async () => {
  const fixture = new Fixture();
  await fixture.make(fixture.base("exit 0"));
  assert.equal(await fixture.existing("/another/python"), undefined);
  fixture.ship("second wheel");
  assert.equal(await fixture.existing(), undefined);
});

void test("an environment whose Python no longer works counts as absent", async () => {
  const fixture = new Fixture();
  await fixture.make(fixture.base("exit 0"));
  const [folder] = fixture.environments();
  assert.ok(folder !== undefined);
  rmSync(path.join(fixture.storage, folder, "bin/python"));
  assert.equal(await fixture.existing(), undefined);
});

void test("packages are installed by their hashes alone, and the wheel without any other", async () => {
  const fixture = new Fixture();
  const said = path.join(fixture.home, "said");
  await fixture.make(fixture.base(`echo "$@" >> "${said}"`));
  const [wheel, packages] = readFileSync(said, "utf8").trim().split("\n").sort();
  assert.match(
    packages ?? "",
    /--no-deps .*--no-compile --only-binary=:all: --require-hashes --requirement .*r\.txt$/,
  );
  assert.match(wheel ?? "", /--no-deps .*--compile --no-index .*a\.whl$/);
});

void test("the pip of the base installs where it can, so that the environment needs none", async () => {
  const fixture = new Fixture();
  const said = path.join(fixture.home, "said");
  const base = fixture.base("exit 1", "base", `echo "$@" >> "${said}"`);
  const made = await fixture.make(base);
  assert.ok("spade" in made, JSON.stringify(made));
  const lines = readFileSync(said, "utf8").trim().split("\n");
  assert.equal(lines.length, 3);
  assert.ok(lines.every((line) => line.startsWith(`-m pip --python ${made.command} `)));
});

/** Makes wheels in a folder, our own and one that it needs, with the Python of this machine, and returns the hash of each. */
const MAKE_WHEELS = `
import hashlib, json, sys, zipfile
hashes = {}
for name, version in (("spade_assertions", "0.1.0"), ("spade_needs", "1.0")):
    info = f"{name}-{version}.dist-info"
    path = f"{sys.argv[1]}/{name}-{version}-py3-none-any.whl"
    with zipfile.ZipFile(path, "w") as wheel:
        wheel.writestr(f"{name}.py", "")
        wheel.writestr(f"{info}/METADATA", f"Metadata-Version: 2.1\\nName: {name}\\nVersion: {version}\\n")
        wheel.writestr(f"{info}/WHEEL", "Wheel-Version: 1.0\\nRoot-Is-Purelib: true\\nTag: py3-none-any\\n")
        wheel.writestr(f"{info}/RECORD", "")
    hashes[name] = hashlib.sha256(open(path, "rb").read()).hexdigest()
print(json.dumps([sys.executable, hashes]))
`;

/** A bundle of real wheels, without a network, and the Python to install them with. */
function realBundle(fixture: Fixture): { bundle: Bundle; base: Python; needed: string } {
  const folder = path.join(fixture.home, "wheels");
  mkdirSync(folder);
  const told = execFileSync("python3", ["-c", MAKE_WHEELS, folder], { encoding: "utf8" });
  const [command, hashes] = JSON.parse(told) as [string, Record<string, string>];
  const requirements = path.join(folder, "requirements.txt");
  const links = `file://${folder.split("/").map(encodeURIComponent).join("/")}`;
  const lines = [
    "--no-index",
    `--find-links ${links}`,
    `spade-needs==1.0 --hash=sha256:${hashes["spade_needs"]}`,
  ];
  writeFileSync(requirements, lines.join("\n") + "\n");
  return {
    bundle: { wheel: path.join(folder, "spade_assertions-0.1.0-py3-none-any.whl"), requirements },
    base: { command, version: "3.11", spade: undefined, source: "setting" },
    needed: path.join(folder, "spade_needs-1.0-py3-none-any.whl"),
  };
}

void test("pip installs the packages whose hashes are right, and our wheel", async () => {
  const fixture = new Fixture();
  const { bundle, base } = realBundle(fixture);
  const made = await makeEnvironment(fixture.storage, bundle, base, nothing, nothing, never);
  assert.ok("spade" in made, JSON.stringify(made));
  assert.equal(made.spade, "0.1.0");
  execFileSync(made.command, ["-P", "-c", "import spade_needs"]);
});

void test("pip refuses a package that was changed after it was released, and a hash that is missing", async () => {
  const refused = async (tamper: (requirements: string, needed: string) => void): Promise<void> => {
    const fixture = new Fixture();
    const { bundle, base, needed } = realBundle(fixture);
    tamper(bundle.requirements, needed);
    const said: string[] = [];
    const log = (line: string) => said.push(line);
    const made = await makeEnvironment(fixture.storage, bundle, base, nothing, log, never);
    assert.equal("kind" in made && made.kind, "install-failed");
    assert.match(said.join("\n"), /DO NOT MATCH THE HASHES|Hashes are required/);
    assert.deepEqual(fixture.environments(), []);
  };
  const withoutHash = (file: string): void => {
    writeFileSync(file, readFileSync(file, "utf8").replace(/ --hash=.*/, ""));
  };
  await Promise.all([
    refused((_, needed) => {
      appendFileSync(needed, "more");
    }),
    refused(withoutHash),
  ]);
});

void test("a failed installation leaves nothing behind and says why", async () => {
  const fixture = new Fixture();
  const problem = await fixture.make(fixture.base("echo 'ProxyError: no'; exit 1"));
  assert.deepEqual(problem, { kind: "no-network" });
  assert.deepEqual(fixture.environments(), []);
});

void test("a cancelled installation leaves nothing behind, and the environment before it stays in use", async () => {
  const fixture = new Fixture();
  await fixture.make(fixture.base("exit 0"));
  const before = fixture.environments();
  const cancel = new AbortController();
  const slow = fixture.base("echo Collecting pygls; sleep 60", "slow");
  const making = makeEnvironment(
    fixture.storage,
    fixture.bundle,
    slow,
    (message) => {
      if (message === "fetching pygls") {
        cancel.abort();
      }
    },
    nothing,
    cancel.signal,
  );
  await assert.rejects(making, { name: "Cancelled" });
  assert.deepEqual(fixture.environments(), before);
  assert.ok(await fixture.existing());
});

void test("a storage folder that cannot be made is named", async () => {
  const fixture = new Fixture();
  writeFileSync(fixture.storage, "a file in its place");
  assert.deepEqual(await fixture.make(fixture.base("exit 0")), {
    kind: "not-writable",
    folder: fixture.storage,
  });
});

void test("a record of the environment that is corrupt or points elsewhere is not followed", async () => {
  const fixture = new Fixture();
  mkdirSync(fixture.storage);
  for (const record of ["{", "[]", '{"folder": "server-/../..", "wheel": "x", "base": "y"}']) {
    writeFileSync(path.join(fixture.storage, "current.json"), record);
    assert.equal(await fixture.existing(), undefined);
  }
});

void test("the extension knows when it was packaged without a wheel", async () => {
  const fixture = new Fixture();
  assert.equal(await findBundle(path.join(fixture.home, "nowhere")), undefined);
  assert.equal((await findBundle(fixture.home))?.wheel, fixture.bundle.wheel);
});

void test("pip's lines become a few words", () => {
  assert.equal(pipStep("Collecting pydantic-core==2.5 (from pydantic)"), "fetching pydantic-core");
  assert.equal(pipStep("Installing collected packages: a, b"), "installing packages");
  assert.equal(pipStep("  Downloading x.whl (12 kB)"), undefined);
});

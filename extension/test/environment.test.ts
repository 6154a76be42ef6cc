import assert from "node:assert/strict";
import {
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

  /** Returns a Python that makes environments in which `pip` is the shell lines given. */
  base(pip: string, name = "base"): Python {
    const file = path.join(this.home, name);
    const inside = [
      "#!/bin/sh",
      'if [ "$1" = -c ]; then echo "[\\"$0\\", [3, 12], \\"0.1.0\\"]"; exit; fi',
      pip,
    ].join("\n");
    const lines = ["#!/bin/sh", 'mkdir -p "$3/bin"', `cat > "$3/bin/python" <<'END'`, inside, "END"];
    writeFileSync(file, [...lines, 'chmod 755 "$3/bin/python"', ""].join("\n"));
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
  const [packages, wheel] = readFileSync(said, "utf8").trim().split("\n");
  assert.match(packages ?? "", /--no-compile --only-binary=:all: --require-hashes --requirement .*r\.txt$/);
  assert.match(wheel ?? "", /--compile --no-deps --no-index .*a\.whl$/);
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

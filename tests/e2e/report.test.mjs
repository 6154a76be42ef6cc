// The demo's report in a real browser: nothing refused, nothing fetched, any width, any theme, and accessible.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { appendFileSync, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, before, test } from "node:test";
import { pathToFileURL } from "node:url";
import { pictures, repository, screenshots } from "./places.mjs";
import { accessibilityFaults, launchBrowser } from "./workbench.mjs";

const folder = mkdtempSync(path.join(tmpdir(), "spade-report-"));
const address = pathToFileURL(path.join(folder, "demo/movie_note.report.html")).href;
let browser;

before(async () => {
  const spade = path.join(repository, ".venv/bin/spade");
  execFileSync(spade, ["demo", path.join(folder, "demo")], { stdio: "ignore" });
  // The same with a row whose names are long, and with what has changed since the selection.
  const long = "name_that_is_long_".repeat(12);
  const row = { id: long, response: `${long} ${long}`, label: "bad", example: { [long]: long } };
  cpSync(path.join(folder, "demo"), path.join(folder, "long"), { recursive: true });
  appendFileSync(path.join(folder, "long/movie_note.examples.jsonl"), `${JSON.stringify(row)}\n`);
  execFileSync(spade, ["report", "--html", "movie_note.report.html"], {
    cwd: path.join(folder, "long"),
    stdio: "ignore",
  });
  browser = await launchBrowser();
  mkdirSync(screenshots, { recursive: true });
});

after(async () => {
  await browser?.close();
  rmSync(folder, { recursive: true, force: true });
});

async function openReport(options, of = "demo") {
  const page = await browser.newPage(options);
  const told = [];
  const fetched = [];
  page.on("console", (message) => told.push(message.text()));
  page.on("pageerror", (error) => told.push(String(error)));
  page.on("request", (request) => fetched.push(request.url()));
  await page.goto(address.replace("/demo/", `/${of}/`));
  return { page, told, fetched };
}

for (const colorScheme of ["light", "dark"]) {
  test(`the report looks right in ${colorScheme}, and the browser has nothing to say about it`, async () => {
    const { page, told, fetched } = await openReport({
      viewport: { width: 1100, height: 1590 },
      colorScheme,
    });
    const picture = await page.screenshot({ path: path.join(screenshots, `report-${colorScheme}.png`) });
    if (colorScheme === "light") {
      mkdirSync(pictures, { recursive: true });
      writeFileSync(path.join(pictures, "report.png"), picture);
    }
    assert.deepEqual(told, []);
    assert.deepEqual(
      fetched.filter((url) => !url.startsWith("data:")),
      [address],
    );
    assert.match(
      await page.locator(".headline").innerText(),
      /\d+ assertions? catch(es)? \d+ of \d+ bad responses/,
    );
    await page.close();
  });
}

// The editor has its own margins around the page: of 240 pixels it leaves 200.
for (const width of [200, 390, 800, 1600]) {
  test(`at ${width} pixels nothing sticks out at the side, unfolded or not, however long the names are`, async () => {
    const { page } = await openReport({ viewport: { width, height: 900 } }, "long");
    await page.screenshot({ path: path.join(screenshots, `report-${width}.png`) });
    const shown = () => page.evaluate(() => document.documentElement.scrollWidth);
    assert.ok((await shown()) <= width, `the page is ${await shown()} pixels wide`);
    await unfold(page);
    assert.ok((await shown()) <= width, `the page is ${await shown()} pixels wide, unfolded`);
    await page.close();
  });
}

// What a theme cannot change is looked for in the first alone.
for (const { rules, ...theme } of [
  { colorScheme: "light" },
  { colorScheme: "dark", rules: ["color-contrast"] },
  { colorScheme: "dark", forcedColors: "active", rules: ["color-contrast"] },
]) {
  test(`axe finds nothing to mend in ${Object.values(theme).join(", ")}`, async () => {
    // Contrasts, which take the most time, are the same at any width.
    for (const width of rules === undefined ? [240, 1100] : [240]) {
      const { page } = await openReport({ viewport: { width, height: 900 }, bypassCSP: true, ...theme });
      await unfold(page);
      await page.screenshot({
        path: path.join(screenshots, `report-${Object.values(theme).join("-")}-${width}.png`),
      });
      assert.deepEqual(await accessibilityFaults(page.locator(":root"), rules, width === 240), []);
      await page.close();
    }
  });
}

test("in print there is dark text on white, with nothing to slide or to scroll", async () => {
  const { page } = await openReport({ colorScheme: "dark" });
  await page.emulateMedia({ media: "print" });
  await page.screenshot({ path: path.join(screenshots, "report-print.png") });
  const { ink, paper } = await page.evaluate(() => {
    const { color, backgroundColor } = getComputedStyle(document.body);
    return { ink: color, paper: backgroundColor };
  });
  assert.equal(paper, "rgb(255, 255, 255)");
  assert.equal(ink, "rgb(29, 33, 37)");
  assert.equal(await page.locator("#explore").isVisible(), false);
  await page.close();
});

async function unfold(page) {
  await page.locator("details").evaluateAll((all) => all.forEach((each) => (each.open = true)));
}

test("every picture has a text for those who cannot see it", async () => {
  const { page } = await openReport({});
  const labels = await page
    .locator("figure svg")
    .evaluateAll((all) => all.map((svg) => svg.getAttribute("aria-label")));
  assert.equal(labels.length, 2);
  assert.ok(labels.every((label) => label.length > 10));
  await page.close();
});

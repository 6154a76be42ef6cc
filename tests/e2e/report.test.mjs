// The demo's report in a real browser: nothing refused, nothing fetched, light, dark and narrow.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, before, test } from "node:test";
import { pathToFileURL } from "node:url";
import { launchBrowser, pictures, repository, screenshots } from "./workbench.mjs";

const folder = mkdtempSync(path.join(tmpdir(), "spade-report-"));
const address = pathToFileURL(path.join(folder, "demo/movie_note.report.html")).href;
let browser;

before(async () => {
  execFileSync(path.join(repository, ".venv/bin/spade"), ["demo", path.join(folder, "demo")], {
    stdio: "ignore",
  });
  browser = await launchBrowser();
  mkdirSync(screenshots, { recursive: true });
});

after(async () => {
  await browser?.close();
  rmSync(folder, { recursive: true, force: true });
});

async function openReport(options) {
  const page = await browser.newPage(options);
  const told = [];
  const fetched = [];
  page.on("console", (message) => told.push(message.text()));
  page.on("pageerror", (error) => told.push(String(error)));
  page.on("request", (request) => fetched.push(request.url()));
  await page.goto(address);
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

test("on a phone nothing sticks out at the side", async () => {
  const { page } = await openReport({ viewport: { width: 390, height: 800 } });
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  await page.screenshot({ path: path.join(screenshots, "report-narrow.png") });
  assert.ok(width <= 390, `the page is ${width} pixels wide`);
  await page.close();
});

test("every picture has a text for those who cannot see it", async () => {
  const { page } = await openReport({});
  const labels = await page
    .locator("figure svg")
    .evaluateAll((all) => all.map((svg) => svg.getAttribute("aria-label")));
  assert.equal(labels.length, 2);
  assert.ok(labels.every((label) => label.length > 10));
  await page.close();
});

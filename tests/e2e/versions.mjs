// Git in view: the versions of a prompt, two of them compared, and what a commit would bring that nothing checks.
import { appendFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { before, describe, test } from "node:test";
import { until } from "./waiting.mjs";
import { spade } from "./workbench.mjs";
import { folder, openExample } from "./example.mjs";

describe("versions", () => {
  let workbench;

  before(async () => {
    workbench = await openExample(() => {
      spade(folder, "select");
      writeFileSync(path.join(folder, "other.prompt.md"), "Write at most 20 words.\n");
    });
  });

  const row = (text) => workbench.row(text);

  test("where the editor lets us, the versions stand in its own Timeline, and are compared from there", async () => {
    const { page } = workbench;
    await workbench.open("movie_note.prompt.md");
    await workbench.run("Explorer: Focus on Timeline View");
    const entry = page.locator(".timeline-tree-view .monaco-list-row", {
      hasText: "P6 Mention awards",
    });
    await entry.waitFor();
    await workbench.screenshot("versions-timeline");
    await workbench.click(entry, workbench.shownTab(/P5 and P6/));
  });

  test("the versions are listed with their deltas, and a click compares one with the version before it", async () => {
    const { page } = workbench;
    await workbench.run("View: Show SPADE");
    await workbench.expand(row("movie_note.prompt.md"));
    await workbench.expand(row("Versions"));
    await row("P7").waitFor();
    await workbench.expand(row("P4"));
    await row("not exceeding 100 words").waitFor();
    await row(/assert_at_most_100_words.*came/).waitFor();
    await workbench.screenshot("versions");
    const compared = workbench.shownTab(/P3 and P4 \(.*quantity instruction.*\), 2 assertions came/);
    await workbench.click(row("P4").locator(".label-name"), compared);
    await page.locator(".view-line", { hasText: "The response has at most 100 words." }).first().waitFor();
    await workbench.screenshot("versions-compared");
  });

  test("two versions are chosen by keyboard", async () => {
    const { input } = workbench;
    await workbench.run("SPADE: Compare Versions");
    await input.accept(input.title("Which version?"));
    await input.title("P7 compared with").waitFor();
    await workbench.screenshot("versions-choice");
    await input.take("P0");
    await workbench.shownTab(/P0 and P7/).waitFor();
  });

  test("a command that is given on a version or on the history is about the prompt that it is of", async () => {
    const { page, input } = workbench;
    await page.locator(".view-line", { hasText: "Ensure the recommendation note" }).first().click();
    await workbench.run("SPADE: Compare Versions");
    await input.leave(input.title("Which version?"));
    await workbench.run("SPADE: Show History");
    await workbench.shownTab(/movie_note\.prompt\.md history/).waitFor();
    await workbench.run("SPADE: Select Minimal Set");
    const title = input.title("Select Minimal Set: movie_note.prompt.md");
    await title.waitFor();
    await workbench.screenshot("versions-select");
    await input.leave(title);
    await workbench.run("SPADE: Open Report");
    await workbench.webview(".headline");
  });

  test("at 800 pixels, beside the side bar, every step above the prompt is in view", async () => {
    const { page } = workbench;
    await workbench.run("View: Close All Editors");
    await workbench.open("movie_note.prompt.md");
    await page.setViewportSize({ width: 800, height: 800 });
    const lens = (text) => page.locator(".codelens-decoration a").getByText(text, { exact: true });
    await lens("7 versions · 6 assertions · 41 good, 33 bad · 2 selected").waitFor();
    await lens("Report").waitFor();
    await workbench.lensesFit();
    await workbench.screenshot("steps-800-wide");
    await page.setViewportSize({ width: 1280, height: 800 });
  });

  test("before a commit Source Control says what the prompt asks that nothing checks", async () => {
    const { page } = workbench;
    appendFileSync(
      path.join(folder, "movie_note.prompt.md"),
      "Use at most two emojis.\nMention the director.\n",
    );
    await row("Not committed: 2 instructions that nothing checks").waitFor();
    await workbench.run("Source Control: Focus on Changes View");
    const badges = () =>
      page
        .locator(".scm-view .monaco-list-row", { hasText: "movie_note.prompt.md" })
        .first()
        .evaluate((row) =>
          [...row.querySelectorAll("*")].map((each) => getComputedStyle(each, "::after").content),
        );
    await until(
      async () => (await badges()).some((content) => /"(.*, )?2(, .*)?"/.test(content)),
      "no badge says 2",
    );
    await workbench.screenshot("versions-source-control");
  });

  test("and a click on that proposes what would check them", async () => {
    await workbench.run("View: Show SPADE");
    const unchecked = row("Not committed: 2 instructions that nothing checks").locator(".label-name");
    await workbench.click(unchecked, workbench.notification(/2 new assertions/));
    await workbench.screenshot("versions-proposed");
  });
});

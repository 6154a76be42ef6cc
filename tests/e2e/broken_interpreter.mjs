// A Python without our package: one message that says what to do. It stays so: nothing can follow in the same window.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { openExample } from "./example.mjs";

describe("a broken interpreter", () => {
  test("an interpreter that cannot start the server gives one message with the way out", async () => {
    const workbench = await openExample();
    workbench.setMachine({ "spade.interpreter": "/usr/bin/false" });
    const toasts = workbench.page.locator(".notifications-toasts .notification-list-item");
    await toasts.getByText("does not work: /usr/bin/false").waitFor();
    await workbench.screenshot("broken-interpreter");
    assert.equal(await toasts.count(), 1);
    assert.equal(await toasts.getByText("Choose Python…").count(), 1);
    await workbench.run("View: Show SPADE");
    const view = workbench.page.locator(".sidebar .welcome-view-content:visible");
    await view.getByText("The language server is not running").waitFor();
    await view.getByRole("button", { name: "Restart Language Server" }).waitFor();
  });
});

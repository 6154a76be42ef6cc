import { Target, targetIn } from "../prompts/documents";
import { inform } from "../editor/notifications";
import type { RejectParams } from "../protocol";
import type { Asker } from "../requests/asker";
import { counted, t } from "../language";

/** Has assertions not proposed again, those of an instruction or some by name, and tells it with a way back. */
export async function reject(asker: Asker, target: Target, what: Omit<RejectParams, "uri">): Promise<void> {
  const answer = await asker.askQuietly("spade/reject", { ...target, ...what });
  const names = answer?.result.names ?? [];
  if (answer === undefined || names.length === 0) {
    return;
  }
  const message = t`SPADE: ${counted(names.length, "assertion")} will not be proposed again.`;
  void inform(message, "Undo").then(async (choice) => {
    if (choice !== undefined) {
      await asker.askQuietly("spade/reject", { ...targetIn(answer.asked), names, restore: true });
    }
  });
}

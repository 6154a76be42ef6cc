// Waiting for what an editor shows: by looking again, not by time.

/** How long anything is waited for: a machine that is busy with other things takes its time. */
export const TIMEOUT_MS = 120_000;

/** Gives what `look` finds, looking again and again until it finds something; where looking fails it looks again, too. */
export async function until(look, complaint) {
  let cause;
  for (const end = performance.now() + TIMEOUT_MS; performance.now() < end;) {
    try {
      const found = await look();
      if (found) {
        return found;
      }
      cause = undefined;
    } catch (error) {
      cause = error;
    }
    await pause(100);
  }
  throw new Error(complaint, { cause });
}

/**
 * Does something until its outcome is there: a locator that is shown, or a question that is answered by yes.
 *
 * What is busy, or drawn anew meanwhile, takes no notice of a click or a key: it is done again after `within` ms. The
 * outcome is looked for meanwhile, for it may be shown for a moment only.
 */
export async function eventually(outcome, act, within = 5_000) {
  const isThere = async () => (typeof outcome === "function" ? outcome() : outcome.first().isVisible());
  if (await isThere().catch(() => false)) {
    return;
  }
  let failure;
  let isOver = false;
  const watching = until(isThere, `nothing came of it: ${outcome}`).finally(() => {
    isOver = true;
  });
  const acting = async () => {
    while (!isOver) {
      failure = undefined;
      await act().catch((error) => {
        failure = error;
      });
      await Promise.race([watching, pause(within)]);
    }
  };
  try {
    await Promise.all([watching, acting()]);
  } catch (error) {
    throw new Error(error.message, { cause: failure ?? error.cause });
  }
}

/** Whether something is shown no more. */
export function isGone(locator) {
  return async () => !(await locator.first().isVisible());
}

/** Whether something is done without an error. */
export function succeeds(doing) {
  return doing.then(
    () => true,
    () => false,
  );
}

function pause(ms) {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

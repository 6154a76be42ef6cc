const WINDOW_MS = 3 * 60 * 1000;
const MOST_RESTARTS = 4;

/**
 * Decides whether a server that went away is started again.
 *
 * A server that never answered is broken, not unlucky: starting it again would only repeat the message.
 */
export class CrashCounter {
  private crashes: number[] = [];
  private answered = false;

  /** Says that the server is being stopped: that it goes away is no crash. */
  stopping(): void {
    this.answered = false;
  }

  /** Says that the server has answered `initialize`. */
  started(): void {
    this.answered = true;
  }

  /** Whether the server has answered `initialize` and is not being stopped. */
  get hasAnswered(): boolean {
    return this.answered;
  }

  /** Counts a crash at `now` (milliseconds) and returns whether to start the server again. */
  shouldRestart(now: number): boolean {
    if (!this.answered) {
      return false;
    }
    this.crashes = [...this.crashes.filter((time) => now - time < WINDOW_MS), now];
    return this.crashes.length <= MOST_RESTARTS;
  }
}

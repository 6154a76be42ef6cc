/** Runs one job at a time, and keeps at most one waiting: whoever asks meanwhile gets the one that waits. */
export class AtMostOneQueued {
  private running: Promise<void> | undefined;
  private waiting: Promise<void> | undefined;

  constructor(private readonly job: () => Promise<void>) {}

  /** Returns when nothing runs or waits any more; at once when nothing does. */
  async settled(): Promise<void> {
    while (this.running !== undefined) {
      await this.running.catch(() => undefined);
    }
  }

  /** Returns when the job, started after this call, has ended. */
  run(): Promise<void> {
    if (this.running === undefined) {
      this.running = this.job().finally(() => {
        this.running = undefined;
      });
      return this.running;
    }
    const next = (): Promise<void> => {
      this.waiting = undefined;
      return this.run();
    };
    this.waiting ??= this.running.then(next, next);
    return this.waiting;
  }
}

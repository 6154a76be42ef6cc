// How long a person takes, and by how many acts; told by a test, for the times depend on the machine.
import { loadavg } from "node:os";

export class Stopwatch {
  interactions = 0;
  #context;
  #start = performance.now();

  /** Starts. What it tells goes to the test whose context this is. */
  constructor(context) {
    this.#context = context;
  }

  /** Does one thing that a person does, and tells when it was done. */
  async does(what, doing) {
    await doing();
    this.interactions += 1;
    this.#context.diagnostic(`${this.#seconds()} s: ${what}`);
  }

  /** Tells how long all took. */
  stop() {
    const load = loadavg()[0].toFixed(1);
    this.#context.diagnostic(`${this.#seconds()} s, ${this.interactions} interactions, load ${load}`);
  }

  #seconds() {
    return ((performance.now() - this.#start) / 1000).toFixed(1);
  }
}

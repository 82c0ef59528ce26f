// How long a server that crashed is left alone before it is started anew.

const WAITS_MS = [0, 1000, 4000, 15_000] as const;

/** In milliseconds, by the crashes of the last three minutes; undefined where it is not started by itself any more. */
export function waitAfter(crashes: number): number | undefined {
  return WAITS_MS[crashes - 1];
}

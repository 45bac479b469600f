/**
 * Timing gates whose figure does not hold yet, or not in each run where others share the machine, each with what is
 * known. Such a gate runs, once, and its figure is printed as OPEN where it falls short; it counts neither as passed nor
 * as failed. An entry goes once its gate holds in one run after the other. Exact gates can't be open.
 */
export const OPEN_GATES: ReadonlyMap<string, string> = new Map([
  [
    'bench',
    'placing a plan 0.92 of 1.5; on a disturbed machine also the ledger over HTTP 4.02 and 3.93 of 4 and 5, the changed poll 0.699 of 0.7, a reading from the books 1.85 of 1.2',
  ],
  [
    'scrolling 10,000 lines of the fund flow',
    'longest frame 36 and 45 ms on a quiet machine; on a disturbed one 51, 53 and 42 ms in three tries, where an empty page had one of 62',
  ],
])

/**
 * Timing gates whose figure does not hold yet, or not in each run where others share the machine, each with what is
 * known. Such a gate runs, once, and its figure is printed as OPEN where it falls short; it counts neither as passed nor
 * as failed. An entry goes once its gate holds in one run after the other. Exact gates can't be open.
 */
export const OPEN_GATES: ReadonlyMap<string, string> = new Map([
  [
    'bench',
    'the ledger over HTTP 3.99 and 3.97 of 4 and 5, placing a plan 0.56 of 1.5; a reading from the books 1.85 of 1.2 and the changed poll 0.68 of 0.7 on a disturbed machine, 1.17 and 0.72 on a quiet one',
  ],
  [
    'Lighthouse, ad centre',
    'performance 96 with 129 ms blocked (the middle of ten) on a disturbed machine, where four of ten had 92 and 201 ms or worse',
  ],
  [
    'Lighthouse, plan',
    '98 with 9 ms blocked (the middle of five); before its libraries were compiled beside it, 94 and 95 at a first and second try',
  ],
  [
    'Lighthouse, wallet',
    '97 with 42 ms blocked (the middle of five); before its libraries were compiled beside it, between 91 and 96',
  ],
  [
    'scrolling 10,000 lines of the fund flow',
    'longest frame 36 ms on a quiet machine; on a disturbed one 51, 53 and 42 ms in three tries, where an empty page had one of 62',
  ],
])

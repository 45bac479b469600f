const HELP = `npm run demo

Starts a sandbox of its own on this machine, with everything: PostgreSQL, customers, staff, a publisher's and advertisers' pages,
a bank, and visitors. What it makes lies in DATA_DIR; started again on the same data it goes on from there. Ctrl-C ends it.

It takes no arguments. Settings come from the environment, such as PORT, DATA_DIR, DEMO_WEEKS (weeks of a past, 0 for none),
DEMO_TRAFFIC=off and DEMO_OFFICE=by_hand; README.md lists them all.`

/** What to print in place of a start, and the exit code with it; null: to start. */
export function insteadOfStart(given: readonly string[]): { text: string; exit_code: number } | null {
  const [first] = given
  if (first === undefined) return null
  if (first === '--help' || first === '-h') return { text: HELP, exit_code: 0 }
  return { text: `The demo takes no arguments, and was given ${first}; --help tells more.`, exit_code: 1 }
}

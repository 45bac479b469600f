/**
 * The test files that `npm test` leaves to gates of `npm run prove`: `drills`, `journeys`, and `layout with any fonts`.
 * They took over two fifths of its processor time for a fiftieth of its tests (docs/decisions/what-npm-test-runs.md).
 */

/**
 * In Node: whole programs started, cut off, killed under load, copied, resealed and put back; routines laid over
 * changed ones; months of a market, a demo's office and past, hours of visitors whose truth is known, and requests by chance.
 */
export const DRILLS = [
  'apps/api/src/backup/backup.test.ts',
  'apps/api/src/database/setup/{lay-routines,made-with,migrate}.test.ts',
  'apps/api/src/demo/{acting-office,acting-office-demo}.test.ts',
  'apps/api/src/demo/past/owed-conversion.test.ts',
  'apps/api/src/demo/population/population.test.ts',
  'apps/api/src/demo/{seed/seed-cut-off,start-demo}.test.ts',
  'apps/api/src/secret-change/{change-secret,cut-change,secret-files}.test.ts',
  'apps/api/src/server/{contract-fuzz,live-start,start-given,start-program}.test.ts',
  'apps/api/src/telemetry/telemetry.test.ts',
  'apps/api/src/testing/simulation/simulation.test.ts',
  'apps/api/src/worker/worker-faults.test.ts',
  'e2e/support/kills/{event-kill-trial,kill-trial}.test.ts',
]

/** Components in Chromium, at every width and text size on a machine for each usual typeface. */
export const LAYOUTS = ['apps/web/src/app/own-face.test.tsx']

/** vitest's arguments for what `npm test` runs of its projects. */
export const WITHOUT_GATES = ['--project=!drills', '--project=!layouts']

/** Through the browser: a demo that is killed, later or while it lives its weeks. */
export const BROWSER_DRILLS = ['**/demo-killed.spec.ts', '**/past.spec.ts']

/**
 * Through the browser, beside the main job, the keyboard, the contract, the first page and a demo's start: every call
 * made from its screen, every route, faults, months, and what a device brings (no connection, passkeys, pushes).
 */
export const JOURNEYS = [
  '**/calls.spec.ts',
  '**/clock.spec.ts',
  '**/creative-preview.spec.ts',
  '**/faults.spec.ts',
  '**/guest-chat.spec.ts',
  '**/layout-shift.spec.ts',
  '**/money-month.spec.ts',
  '**/offline.spec.ts',
  '**/partners.spec.ts',
  '**/passkeys.spec.ts',
  '**/password.spec.ts',
  '**/readme.spec.ts',
  '**/routes.spec.ts',
  '**/sandbox-bank.spec.ts',
  '**/prebid-{auction,faults,formats}.spec.ts',
  '**/traffic-appeal.spec.ts',
  '**/{tag-click,tag-counting,tag-pages,tag-waiting}.spec.ts',
  '**/vast.spec.ts',
  '**/web-push.spec.ts',
  '**/why-result.spec.ts',
]

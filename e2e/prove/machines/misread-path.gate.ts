import { machineGate } from '../../support/machines/machine.ts'

/** A path that Vite misreads gives one sentence; the tests fail with it at once. */
export const gate = machineGate('a path that Vite misreads', {
  folder: 'a#b',
  before: 'touch "$CHECKOUT/apps/web/index.html"',
  parts: ['refuses-test=misread', 'refuses-demo=misread'],
})

